/**
 * Formats a whole number with commas between thousands: `1204` → `1,204`. Not with Intl.NumberFormat, because creating the
 * first one is slow.
 */
export function formatCount(value: number): string {
  // Matches a position inside the number after which 3, 6, … or 21 digits follow to its end.
  return String(value).replace(/\B(?=(?:\d{3}){1,7}$)/g, ',')
}

const STEP = 1024
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** Formats a size in a suitable unit, such as `18.6 MB`. */
export function fileSize(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP
    unit += 1
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`
}
