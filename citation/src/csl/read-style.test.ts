import { expect, test } from 'vitest'
import { readLocale } from './read-locale.ts'
import { readStyle } from './read-style.ts'
import { styleXml } from './testing/style.ts'

test('A style tells its name, kind and language', () => {
  const style = readStyle(styleXml({ style: 'class="note" default-locale="fr-FR"' }))
  expect(style).toMatchObject({ title: '测试样式', kind: 'note', defaultLocale: 'fr-FR' })
})

const macro = (name: string, body: string) => `<macro name="${name}">${body}</macro>`

/** Macros that each call the next one twice, so that the layout doubles with each. */
const doubling = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    macro(`m${at}`, at + 1 < count ? `<text macro="m${at + 1}"/>`.repeat(2) : '<text variable="title"/>'),
  ).join('')

test.each([
  [
    'a macro that calls itself',
    styleXml({
      before: macro('a', '<text macro="b"/>') + macro('b', '<text macro="a"/>'),
      cite: '<text macro="a"/>',
    }),
    /循环调用.*a → b → a/,
  ],
  ['a macro that is missing', styleXml({ cite: '<text macro="none"/>' }), /宏“none”没有定义/],
  [
    'macros that grow without bound',
    styleXml({ before: doubling(40), cite: '<text macro="m0"/>' }),
    /展开后过大/,
  ],
  [
    'sort keys that are large together',
    styleXml({ before: doubling(17), citationSort: `<sort>${'<key macro="m0"/>'.repeat(5_000)}</sort>` }),
    /展开后过大/,
  ],
  [
    'literal text that macros multiply',
    styleXml({
      before: doubling(14) + macro('long', `<text value="${'x'.repeat(8_000)}"/>`),
      cite: '<text macro="m0"/>',
    }).replace('<text variable="title"/></macro>', '<text macro="long"/></macro>'),
    /展开后过大/,
  ],
  [
    'a term that macros multiply',
    styleXml({
      before: `<locale><terms><term name="and">${'x'.repeat(8_000)}</term></terms></locale>${doubling(14)}`,
      cite: '<text macro="m0"/>',
    }),
    /展开后过大/,
  ],
  [
    'elements nested too deep',
    styleXml({ cite: `${'<group>'.repeat(80)}<text value="x"/>${'</group>'.repeat(80)}` }),
    /嵌套|XML/,
  ],
  ['too many elements', styleXml({ cite: '<text value="x"/>'.repeat(50_001) }), /过大|1 MB/],
  ['a file that is too large', styleXml({ before: `<!--${'x'.repeat(1024 * 1024)}-->` }), /1 MB/],
  ['an entity definition', `<!DOCTYPE style [<!ENTITY a "b">]>${styleXml({})}`, /DOCTYPE/],
  ['an unknown entity', styleXml({ cite: '<text value="&nothing;"/>' }), /实体/],
  ['an entity named like a property', styleXml({ cite: '<text value="&constructor;"/>' }), /实体/],
  ['broken XML', '<style><citation></style>', /不是有效的 XML/],
  ['text that is no XML', 'plain text', /不是有效的 XML/],
  ['another kind of XML', '<html/>', /根元素应当是 style/],
  ['an unknown element', styleXml({ cite: '<script/>' }), /不认识的元素“script”/],
  [
    'a dependent style',
    '<style xmlns="x" version="1.0"><info><link rel="independent-parent" href="http://example.org/parent"/></info></style>',
    /从属样式.*example\.org\/parent/,
  ],
  ['a style without citations', '<style version="1.0"><info/></style>', /缺少 citation/],
])('A style with %s is refused with its reason', (_, xml, reason) => {
  expect(() => readStyle(xml)).toThrow(reason)
})

test('A locale file gives its language and terms; a style is refused in its place', () => {
  const locale = readLocale('<locale xml:lang="da-DK"><terms><term name="and">og</term></terms></locale>')
  expect(locale.language).toBe('da-DK')
  expect(locale.terms.get('long/and')).toEqual(['og', 'og'])
  expect(() => readLocale(styleXml({}))).toThrow(/不是 CSL 语言文件/)
})
