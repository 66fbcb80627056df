/** Matches a character of XML text: itself, or an entity. */
const XML_CHARACTER = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|\w{1,8});|[^&]|&/giu

/**
 * Returns the offset in XML of each UTF-16 unit of the text it stands for, and of its end: `a&amp;b` → 0, 1, 6, 7.
 * Returns null when the XML is not only characters and entities of this text.
 */
export function unitOffsets(xml: string, text: string): number[] | null {
  if (xml.includes('<')) return null
  const offsets: number[] = []
  for (const { 0: sign, index } of xml.matchAll(XML_CHARACTER)) {
    const units = sign.startsWith('&') && sign.length > 1 ? entityUnits(sign) : sign.length
    for (let unit = 0; unit < units; unit += 1) offsets.push(index)
  }
  offsets.push(xml.length)
  return offsets.length === text.length + 1 ? offsets : null
}

/** Returns how many UTF-16 units an entity stands for. */
function entityUnits(entity: string): number {
  const code = /^&#(x?)([\da-f]+);$/i.exec(entity)
  if (!code) return 1
  return Number.parseInt(code[2] ?? '', code[1] === '' ? 10 : 16) > 0xffff ? 2 : 1
}
