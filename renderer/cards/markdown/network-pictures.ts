import { isLocalPicture } from './sanitise-schema'

/** As much of a tree of HTML as this looks at. */
interface TreeNode {
  type: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: TreeNode[]
  value?: string
}

/** A rehype plugin: a picture that would be fetched by drawing it becomes a link that a person may open. */
export const networkPicturesAsLinks = () => (tree: TreeNode) => replaceBelow(tree)

function replaceBelow(parent: TreeNode): void {
  for (const [index, child] of (parent.children ?? []).entries()) {
    const link = linkFor(child)
    if (link && parent.children) parent.children[index] = link
    else replaceBelow(child)
  }
}

function linkFor(node: TreeNode): TreeNode | undefined {
  const { src, alt } = node.properties ?? {}
  if (node.tagName !== 'img' || typeof src !== 'string' || isLocalPicture(src)) return undefined
  const words = typeof alt === 'string' && alt !== '' ? `Picture: ${alt}` : `Picture at ${src}`
  return { type: 'element', tagName: 'a', properties: { href: src }, children: [{ type: 'text', value: words }] }
}
