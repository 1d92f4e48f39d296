import { memo, useState } from 'react'
import { CodeBlock } from './code-block'
import { Prose } from './prose'
import { type SplitText, type TextBlock, splitBlocks } from './split-blocks'
import styles from './markdown.module.css'

interface MessageTextProps {
  readonly text: string
  /** True while more may come. */
  readonly isStreaming?: boolean
}

/** Blocks are drawn in pages, so that a streamed piece looks at a few pages and not at every block of a long message. */
const BLOCKS_PER_PAGE = 24

/** A message in markdown. While it streams only its last block is parsed again. */
export const MessageText = memo(function MessageText({ text, isStreaming = false }: MessageTextProps) {
  const [splitterOf] = useState(rememberingSplitter)
  const [pagerOf] = useState(rememberingPager)
  const split = splitterOf(text)
  const pages = pagerOf(split.settled)
  return (
    <div className={styles.message} dir="auto">
      {pages.map((page, index) => (
        // Pages only ever grow at the end, so their place is their identity.
        <Page key={`${index}`} blocks={page} />
      ))}
      {split.open && <Block block={split.open} isWhole={!isStreaming} />}
    </div>
  )
})

/** Remembers the last split, so that a text that only grew is split on from there. A text that changed otherwise is split anew. */
function rememberingSplitter(): (text: string) => SplitText {
  let last: { text: string; split: SplitText } | undefined
  return (text) => {
    if (last?.text === text) return last.split
    const before = last && grewFrom(last.text, last.split.settledUntil, text) ? last.split : undefined
    last = { text, split: splitBlocks(text, before) }
    return last.split
  }
}

const COMPARED_CHARACTERS = 200

/** Streams only append; comparing the end of what is settled tells a text that was replaced from one that grew. */
function grewFrom(before: string, settledUntil: number, text: string): boolean {
  if (text.length < before.length) return false
  const from = Math.max(0, settledUntil - COMPARED_CHARACTERS)
  return text.slice(from, settledUntil) === before.slice(from, settledUntil) && text[0] === before[0]
}

type Pages = readonly (readonly TextBlock[])[]

/** Remembers its pages, so that those that did not change are the same objects and are not drawn again. */
function rememberingPager(): (blocks: readonly TextBlock[]) => Pages {
  let last: { blocks: readonly TextBlock[]; pages: Pages } = { blocks: [], pages: [] }
  return (blocks) => {
    if (last.blocks === blocks) return last.pages
    const pages: (readonly TextBlock[])[] = []
    for (let from = 0; from < blocks.length; from += BLOCKS_PER_PAGE) {
      const page = blocks.slice(from, from + BLOCKS_PER_PAGE)
      const before = last.pages[pages.length]
      pages.push(before && sameBlocks(before, page) ? before : page)
    }
    last = { blocks, pages }
    return pages
  }
}

const sameBlocks = (before: readonly TextBlock[], now: readonly TextBlock[]): boolean =>
  before.length === now.length && before.every((block, index) => block === now[index])

const Page = memo(function Page({ blocks }: { readonly blocks: readonly TextBlock[] }) {
  return blocks.map((block, index) => (
    // As above: blocks are only ever added at the end.
    <Block key={`${index}`} block={block} isWhole textToCopy={textFrom(blocks, index)} />
  ))
})

interface BlockProps {
  readonly block: TextBlock
  readonly isWhole: boolean
  readonly textToCopy?: () => string
}

function Block({ block, isWhole, textToCopy }: BlockProps) {
  if (block.kind === 'prose') return <Prose text={block.text} />
  return <CodeBlock {...block} isWhole={isWhole && block.isStart && block.isEnd} {...(textToCopy ? { textToCopy } : {})} />
}

/** The code that begins at this block, with the pieces that follow it. */
const textFrom = (blocks: readonly TextBlock[], from: number) => (): string => {
  const pieces: string[] = []
  for (const block of blocks.slice(from)) {
    if (block.kind !== 'code') break
    pieces.push(block.code)
    if (block.isEnd) break
  }
  return pieces.join('\n')
}
