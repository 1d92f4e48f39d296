/** What the model is told when it answered in words alone. */
export const NO_TOOL_USED =
  'Your answer called no tool. If the task is done, call attempt_completion; if you need something from the person, call ask_followup_question; else go on with the next tool.'
