/** Money to the cent. What is less than a cent but not nothing says so, and an unknown price is no zero. */
export function costOf(dollars: number | undefined): string {
  if (dollars === undefined) return 'unknown price'
  if (dollars > 0 && dollars < 0.01) return 'under $0.01'
  return `$${dollars.toFixed(2)}`
}

/** A number of tokens as people say it: 950, 12.4k, 1.2M. */
export function shortCount(count: number): string {
  if (count < 1000) return String(count)
  if (count < 999_500) return `${trimmed(count / 1000)}k`
  return `${trimmed(count / 1_000_000)}M`
}

/** A number in full with its unit: "1 file", "1,024 files". */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`

const trimmed = (value: number): string => (value < 100 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0))
