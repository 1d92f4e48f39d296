import styles from './progress-ring.module.css'

interface ProgressRingProps {
  readonly value: number
  readonly max: number
  /** What it measures, with its numbers: "Context: 12,400 of 200,000 tokens". */
  readonly label: string
}

const RADIUS = 6
const LENGTH = 2 * Math.PI * RADIUS
const NEARLY_FULL = 0.9

/** A share of a whole in 16 px. */
export function ProgressRing({ value, max, label }: ProgressRingProps) {
  const share = max > 0 ? Math.min(Math.max(value / max, 0), 1) : 0
  return (
    <svg className={styles.ring} viewBox="0 0 16 16" role="img" aria-label={label} data-full={share >= NEARLY_FULL || undefined}>
      <title>{label}</title>
      <circle className={styles.track} cx="8" cy="8" r={RADIUS} />
      <circle
        className={styles.value}
        cx="8"
        cy="8"
        r={RADIUS}
        strokeDasharray={`${share * LENGTH} ${LENGTH}`}
        transform="rotate(-90 8 8)"
      />
    </svg>
  )
}
