/** True for a signal by which a person or a program asks another to end: nothing went wrong then. */
export const wasToldToEnd = (signal: string): boolean => signal === 'SIGTERM' || signal === 'SIGINT' || signal === 'SIGHUP'

/** How a command ended that did not exit by itself. */
export const endWords = (signal: string): string => (wasToldToEnd(signal) ? `Stopped (${signal})` : `Ended by ${signal}`)
