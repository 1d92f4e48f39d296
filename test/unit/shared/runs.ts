/** How often a property is tried: in `npm run test:long` twenty times as often. */
export const runs = (short: number): number => (process.env['COUNTERSIGN_LONG'] === '1' ? short * 20 : short)
