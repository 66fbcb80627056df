type Attributes = Readonly<Record<string, string>>
type Style = ReadonlyMap<string, string>

const nothing: Style = new Map()

/** What an element's own `style` declares, in lower case. */
export function ownStyle({ style }: Attributes): Style {
  if (!style) return nothing
  const declared = new Map<string, string>()
  for (const declaration of style.slice(0, 4_000).toLowerCase().split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const value = declaration.slice(colon + 1).replace('!important', '')
    declared.set(declaration.slice(0, colon).trim(), value.trim())
  }
  return declared
}

const zero = /^0(?:\.0{1,9})?(?:[a-z]{1,4}|%)?$/
const tiny = /^[01](?:\.\d{1,9})?p[xt]$/

/** Whether an element says of itself that it is not shown. */
export function isHidden(name: string, attributes: Attributes, style: Style): boolean {
  const size = style.get('font-size') ?? ''
  return (
    'hidden' in attributes ||
    (name === 'input' && attributes.type === 'hidden') ||
    style.get('display') === 'none' ||
    style.get('visibility') === 'hidden' ||
    zero.test(style.get('opacity') ?? '') ||
    zero.test(size) ||
    tiny.test(size)
  )
}

const whites = new Set(['white', '#fff', '#ffffff', 'rgb(255,255,255)', 'transparent'])

/** Whether an element's text is white; undefined where it says nothing of it. */
export function isWhite(attributes: Attributes, style: Style): boolean | undefined {
  const colour = style.get('color') ?? attributes.color?.toLowerCase()
  return colour === undefined ? undefined : whites.has(colour.replaceAll(', ', ','))
}

export const isPainted = (attributes: Attributes, style: Style): boolean =>
  style.has('background') || style.has('background-color') || 'bgcolor' in attributes
