// How far a progress bar is filled. Never under 4 %: an empty bar looks broken.
const MINIMUM_PERCENT = 4

export function progressPercent(done: number, total: number): number {
  if (total <= 0) return MINIMUM_PERCENT
  return Math.min(100, Math.max(MINIMUM_PERCENT, (done / total) * 100))
}
