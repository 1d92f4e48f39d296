/** The sample project: a shop's receipt with one mistake, which one of its three tests shows. */

export const SOURCE_PATH = 'src/receipt.js'
export const TEST_PATH = 'test/receipt.test.js'

/** The mistake, as it stands in the source. */
export const WRONG_LINE = '    sum += item.price'
export const RIGHT_LINE = '    sum += item.price * item.quantity'

/** A second way to mend it, for those who turn the first one down. */
export const WRONG_BLOCK = `  let sum = 0
  for (const item of items) {
${WRONG_LINE}
  }
  return sum`
export const RIGHT_BLOCK = '  return items.reduce((sum, item) => sum + item.price * item.quantity, 0)'

export const demoFiles: Readonly<Record<string, string>> = {
  'README.md': `# Receipt

Adds up a shopping basket. Made for trying things out: change and delete what you like.

    node ${TEST_PATH}
`,
  'package.json': `${JSON.stringify(
    { name: 'receipt', version: '1.0.0', private: true, type: 'module', scripts: { test: `node ${TEST_PATH}` } },
    undefined,
    2,
  )}
`,
  [SOURCE_PATH]: `/** What a basket costs, in cents. Each item has a name, a price in cents and a quantity. */
export function total(items) {
${WRONG_BLOCK}
}

/** 1905 is shown as 19.05. */
export function formatPrice(cents) {
  return (cents / 100).toFixed(2)
}
`,
  [TEST_PATH]: `import { formatPrice, total } from '../src/receipt.js'

const tests = {
  'an empty basket costs nothing': () => [total([]), 0],
  'three apples cost three times as much as one': () => [total([{ name: 'apple', price: 40, quantity: 3 }]), 120],
  'a price is shown with two decimals': () => [formatPrice(1905), '19.05'],
}

let failed = 0
for (const [name, test] of Object.entries(tests)) {
  const [actual, expected] = test()
  const isRight = actual === expected
  if (!isRight) failed += 1
  console.log(isRight ? \`ok      \${name}\` : \`FAILED  \${name}: expected \${expected}, got \${actual}\`)
}
console.log(\`\${Object.keys(tests).length - failed} passed, \${failed} failed\`)
process.exitCode = failed > 0 ? 1 : 0
`,
}
