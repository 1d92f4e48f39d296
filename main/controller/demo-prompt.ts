/** What the demo is asked to do. */
export const DEMO_PROMPT = 'A test of this project fails. Find out why, mend it, and show me that the tests pass.'
