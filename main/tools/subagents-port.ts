/** An agent as its file describes it. */
export interface AgentProfile {
  readonly name: string
  readonly description: string
  /** Another model of the same provider. */
  readonly modelId?: string
  /** Names of tools; those to explore with when absent. */
  readonly tools?: readonly string[]
  readonly skills?: readonly string[]
  /** What it is told of itself, whole. */
  readonly body: string
}

/** What came of one subagent, as the model reads it. */
export interface SubagentReport {
  readonly prompt: string
  readonly status: 'completed' | 'failed' | 'cancelled'
  /** Its result, or why there is none. Of a long one the beginning, and the file that holds all of it. */
  readonly text: string
  /** Strangers have had a word in the task by then: its text may repeat what they wrote. */
  readonly mayQuoteStrangers: boolean
  readonly toolCalls: number
}

export interface SubagentsPort {
  isEnabled(): boolean
  /** The agent of this name, as its file says now. */
  agent(name: string): AgentProfile | undefined
  /** Starts one for each prompt, all at once, and waits for all of them. One that fails fails alone. Rejects when the task is cancelled. */
  run(request: {
    readonly callId: string
    /** The row of the call, where their progress is shown. */
    readonly ts: number
    readonly prompts: readonly string[]
    readonly agent?: AgentProfile
  }): Promise<readonly SubagentReport[]>
  /** True for the real path of a long result of one of these: the model may read what it was pointed to. */
  ownsReport(real: string): boolean
}
