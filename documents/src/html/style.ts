/** The attributes of an element, by their names in lower case. */
export type Attributes = Readonly<Record<string, string>>
/** The properties of a `style` attribute, names and values in lower case. */
type InlineStyle = ReadonlyMap<string, string>

const NO_STYLE: InlineStyle = new Map()

/** Bounds the length of a `style` attribute that is parsed, in UTF-16 units. */
const MAX_STYLE_CHARS = 4_000

/** Parses the inline `style` of an element, up to `MAX_STYLE_CHARS`. */
export function parseStyle({ style }: Attributes): InlineStyle {
  if (!style) return NO_STYLE
  const properties = new Map<string, string>()
  for (const declaration of style.slice(0, MAX_STYLE_CHARS).toLowerCase().split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const value = declaration.slice(colon + 1).replace('!important', '')
    properties.set(declaration.slice(0, colon).trim(), value.trim())
  }
  return properties
}

/** Matches a length of zero, with a unit or without: 0, 0.0em, 0%. */
const ZERO_LENGTH = /^0(?:\.0{1,9})?(?:[a-z]{1,4}|%)?$/
/** Matches a size below 2 px or 2 pt: 1px, 0.5pt, 1.9px. */
const TINY_SIZE = /^[01](?:\.\d{1,9})?p[xt]$/

/**
 * Returns whether an element hides itself: by attribute, `display`, `visibility`, `opacity` or a font size of less
 * than 2 px or pt.
 */
export function isHidden(name: string, attributes: Attributes, style: InlineStyle): boolean {
  const size = style.get('font-size') ?? ''
  return (
    'hidden' in attributes ||
    (name === 'input' && attributes.type === 'hidden') ||
    style.get('display') === 'none' ||
    style.get('visibility') === 'hidden' ||
    ZERO_LENGTH.test(style.get('opacity') ?? '') ||
    ZERO_LENGTH.test(size) ||
    TINY_SIZE.test(size)
  )
}

const INVISIBLE_COLORS = new Set(['white', '#fff', '#ffffff', 'rgb(255,255,255)', 'transparent'])

/** Returns whether the text of an element is white or transparent, or undefined when it declares no color. */
export function hasInvisibleColor(attributes: Attributes, style: InlineStyle): boolean | undefined {
  const color = style.get('color') ?? attributes.color?.toLowerCase()
  return color === undefined ? undefined : INVISIBLE_COLORS.has(color.replaceAll(', ', ','))
}

/** Returns whether an element declares a background of its own. */
export const hasBackground = (attributes: Attributes, style: InlineStyle): boolean =>
  style.has('background') || style.has('background-color') || 'bgcolor' in attributes
