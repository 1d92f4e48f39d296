import { type ComponentProps, memo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { directBlocks } from './block-direction'
import { CodeBlock } from './code-block'
import { InertLink } from './inert-link'
import { keepAsWords } from './before-sanitising'
import { isLocalPicture, messageSchema } from './sanitise-schema'
import styles from './markdown.module.css'

/** Parses one block and draws it. Parsed again only when its text changes. */
export const Prose = memo(function Prose({ text }: { readonly text: string }) {
  return (
    <Markdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins} urlTransform={keepAddress} components={components}>
      {text}
    </Markdown>
  )
})

type PluginList = NonNullable<ComponentProps<typeof Markdown>['rehypePlugins']>

const remarkPlugins: PluginList = [remarkGfm]
const rehypePlugins: PluginList = [keepAsWords, [rehypeSanitize, messageSchema], directBlocks]
/** The schema has decided which addresses stay; the library's own rule would take pictures that need no network. */
const keepAddress = (address: string): string => address

const components: Components = {
  a: ({ href, children }) => <InertLink address={href ?? ''}>{children}</InertLink>,
  img: ({ src, alt }) => <Picture source={typeof src === 'string' ? src : ''} words={alt ?? ''} />,
  input: ({ checked }) => (
    <span className={styles.checkbox} role="img" aria-label={checked ? 'Done' : 'To do'}>
      {checked ? '☑' : '☐'}
    </span>
  ),
  pre: ({ children }) => children,
  code: ({ className, children }) => <Code language={className} text={textOf(children)} />,
  table: ({ dir, children }) => (
    // A wide table scrolls by itself, so the keyboard must reach it.
    <div className={styles.tableBox} role="group" aria-label="Table" tabIndex={0}>
      <table dir={dir}>{children}</table>
    </div>
  ),
}

function Picture({ source, words }: { readonly source: string; readonly words: string }) {
  return isLocalPicture(source) ? <img className={styles.picture} src={source} alt={words} /> : <span>{words}</span>
}

/** A block of code ends with a line end, code within a line never does. */
function Code({ language, text }: { readonly language: string | undefined; readonly text: string }) {
  if (!text.endsWith('\n')) return <code className={styles.code}>{text}</code>
  return <CodeBlock code={text.slice(0, -1)} language={language?.replace('language-', '') ?? ''} />
}

function textOf(children: unknown): string {
  if (Array.isArray(children)) return children.map(textOf).join('')
  return typeof children === 'string' ? children : ''
}
