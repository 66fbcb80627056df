import 'react'

declare module 'react' {
  interface CSSProperties {
    /** A custom property passed to a component's style sheet. */
    [property: `--${string}`]: string | number
  }
}
