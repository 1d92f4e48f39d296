import { z } from 'zod'
import { ScriptState } from './effects'

/** What a rule is about. It is compared with what a call would do, never with the beginning of a text. */
export const RuleSubject = z.discriminatedUnion('kind', [
  /** Exactly this command line, in this folder (real path). */
  z.object({ kind: z.literal('command'), command: z.string(), cwd: z.string() }),
  /** A program with its sub-commands, whatever arguments follow: `['npm', 'run', 'test']`. */
  z.object({ kind: z.literal('program'), words: z.array(z.string()) }),
  /** Everything under a folder (real path). `write` covers deleting. */
  z.object({ kind: z.literal('folder'), path: z.string(), access: z.enum(['read', 'write']) }),
])
export type RuleSubject = z.infer<typeof RuleSubject>

export const RuleScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('task'), taskId: z.string() }),
  /** `folder` is the real path of the project. */
  z.object({ kind: z.literal('project'), folder: z.string() }),
  z.object({ kind: z.literal('always') }),
])
export type RuleScope = z.infer<typeof RuleScope>

/** Deny beats ask, ask beats allow. */
export const RuleDecision = z.enum(['allow', 'ask', 'deny'])
export type RuleDecision = z.infer<typeof RuleDecision>

/** What a person decided for calls to come. Stored in this form, and this form is what is compared. */
export const Rule = z.object({
  id: z.string(),
  decision: RuleDecision,
  subject: RuleSubject,
  scope: RuleScope,
  /** Milliseconds since the epoch at which it was made. */
  madeAt: z.number(),
  /** Milliseconds since the epoch from which on it no longer holds. Absent: until it is revoked. */
  until: z.number().optional(),
  /** What the project's own scripts were when it was made: a rule that allows says nothing of others. */
  scripts: z.array(ScriptState).optional(),
})
export type Rule = z.infer<typeof Rule>

/** A rule that may be made at the click, for the question it stands beside. */
export const RuleOffer = z.object({
  id: z.string(),
  subjects: z.array(RuleSubject),
  /** What it would cover, for the button: "npm test with any arguments". */
  words: z.string(),
  /** The project's own scripts that it would run, as they were looked at. */
  scripts: z.array(ScriptState).optional(),
})
export type RuleOffer = z.infer<typeof RuleOffer>

/** The offer that a person took, with the scope they chose. */
export const RuleChoice = z.object({
  /** Absent: the first offer, which is the narrowest. */
  offerId: z.string().optional(),
  scope: z.enum(['task', 'project', 'always']),
  until: z.number().optional(),
})
export type RuleChoice = z.infer<typeof RuleChoice>
