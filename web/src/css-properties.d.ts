import 'react'

declare module 'react' {
  interface CSSProperties {
    /** A custom property handed to a component's stylesheet. */
    [property: `--${string}`]: string | number
  }
}
