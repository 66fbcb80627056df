/** Renders the product's logo, a compass, which screen readers skip; `size` is in pixels. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="var(--primary)"
      aria-hidden="true"
    >
      <circle cx="16" cy="16" r="12" strokeWidth="2" />
      <path d="M16 4v4M16 24v4M4 16h4M24 16h4" strokeWidth="2" strokeLinecap="round" />
      <path d="m21.500 10.500-3.400 7.600-7.600 3.400 3.400-7.600z" fill="var(--primary)" stroke="none" />
    </svg>
  )
}
