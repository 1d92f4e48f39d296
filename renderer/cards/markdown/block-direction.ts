/** As much of a tree of HTML as this looks at. */
interface TreeNode {
  type: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: TreeNode[]
}

/**
 * A rehype plugin that lets each outer block take the direction of its own words, whatever the rest of the message is written in. Not
 * those within: a list whose items had directions of their own would have none itself.
 */
export const directBlocks = () => (tree: TreeNode) => {
  for (const child of tree.children ?? []) {
    if (child.type === 'element' && child.tagName !== 'pre') child.properties = { ...child.properties, dir: 'auto' }
  }
}
