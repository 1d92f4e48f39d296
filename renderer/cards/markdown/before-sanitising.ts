import { isLocalPicture } from './sanitise-schema'

/** As much of a tree of HTML as this looks at. */
interface TreeNode {
  type: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: TreeNode[]
  value?: string
}

/**
 * A rehype plugin that saves what sanitising would drop without a word: markup in a message is shown as the text that it is, and a picture
 * that would be fetched by drawing it becomes a link that a person may open.
 */
export const keepAsWords = () => (tree: TreeNode) => replaceBelow(tree)

function replaceBelow(parent: TreeNode): void {
  for (const [index, child] of (parent.children ?? []).entries()) {
    const words = markupAsText(child, parent) ?? pictureAsLink(child)
    if (words && parent.children) parent.children[index] = words
    else replaceBelow(child)
  }
}

function markupAsText(node: TreeNode, parent: TreeNode): TreeNode | undefined {
  if (node.type !== 'raw') return undefined
  const text: TreeNode = { type: 'text', value: node.value ?? '' }
  return parent.type === 'root' ? { type: 'element', tagName: 'p', properties: {}, children: [text] } : text
}

function pictureAsLink(node: TreeNode): TreeNode | undefined {
  const { src, alt } = node.properties ?? {}
  if (node.tagName !== 'img' || typeof src !== 'string' || isLocalPicture(src)) return undefined
  const words = typeof alt === 'string' && alt !== '' ? `Picture: ${alt}` : `Picture at ${src}`
  return { type: 'element', tagName: 'a', properties: { href: src }, children: [{ type: 'text', value: words }] }
}
