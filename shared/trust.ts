import { z } from 'zod'

/** What a project folder can bring that acts, or tells the model what to do. */
export const TrustKind = z.enum(['hook', 'skill', 'agent', 'rule', 'server'])
export type TrustKind = z.infer<typeof TrustKind>

/** One item exactly as it is: trust ends with the first byte that changes. */
export const TrustedItem = z.object({
  kind: TrustKind,
  /** Relative to the folder, with `/`. */
  path: z.string(),
  /** Of its content, sha-256, hex. */
  hash: z.string(),
})
export type TrustedItem = z.infer<typeof TrustedItem>

/** `changed`: another content of the same item was trusted before. */
export const TrustStanding = z.enum(['trusted', 'refused', 'new', 'changed'])
export type TrustStanding = z.infer<typeof TrustStanding>

export const BroughtItem = TrustedItem.extend({
  standing: TrustStanding,
  /** What it would do, in one line; the words of a skill are its author's. */
  about: z.string().optional(),
  /** Its content, or the beginning of it. */
  text: z.string(),
  /** True when there is more than `text`. */
  isCut: z.boolean(),
  /** What it runs of the folder besides: trusted with it, as it is. Without a text: it could not be read, and goes unchecked. */
  calls: z.array(z.object({ path: z.string(), text: z.string().optional(), isCut: z.boolean().optional() })).optional(),
})
export type BroughtItem = z.infer<typeof BroughtItem>

/** What a folder brings, as it was when it was looked at. */
export const FolderTrust = z.object({
  /** Real path. */
  folder: z.string(),
  items: z.array(BroughtItem),
  /** Items that can never be used, each with a sentence that says why. */
  unusable: z.array(z.object({ kind: TrustKind, path: z.string(), reason: z.string() })),
  /** Settings of other programs, and of this one, that a project cannot make: they have no effect, trusted or not. */
  ignored: z.array(z.string()),
})
export type FolderTrust = z.infer<typeof FolderTrust>

/** What the window is told of the folder of its session: enough to know when to ask. */
export const TrustSummary = z.object({
  folder: z.string(),
  /** Items about which the person has not decided. */
  pending: z.number().int(),
  trusted: z.number().int(),
  /** Equal as long as the folder brings the same items with the same contents. */
  fingerprint: z.string(),
})
export type TrustSummary = z.infer<typeof TrustSummary>

export const isPending = ({ standing }: Pick<BroughtItem, 'standing'>): boolean => standing === 'new' || standing === 'changed'
