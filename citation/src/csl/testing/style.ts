/** Returns a style of the given parts: elements before `citation`, attributes of the areas, and their layouts. */
export function styleXml(parts: {
  before?: string
  style?: string
  citation?: string
  citationSort?: string
  layout?: string
  cite?: string
  bibliography?: string
}): string {
  const { before = '', style = 'class="in-text"', citation = '', citationSort = '' } = parts
  const { layout = 'delimiter="; "', cite = '<text variable="title"/>', bibliography = '' } = parts
  return `<?xml version="1.0" encoding="utf-8"?>
<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" ${style}>
<info><title>测试样式</title><id>http://example.org/test</id></info>${before}
<citation ${citation}>${citationSort}<layout ${layout}>${cite}</layout></citation>${bibliography}
</style>`
}
