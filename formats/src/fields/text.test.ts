import { decodeEntities } from '@scinav/contract/entities'
import { expect, test } from 'vitest'
import { guessLanguage, normalizeLanguage } from './language.ts'
import { cleanMarkup, cleanPlainText, cleanText, convertCnkiScripts } from './text.ts'

const clean = (text: string): string => cleanMarkup(text, 2000)

test('control characters, odd spaces and halves of characters leave a title', () => {
  expect(cleanText('  a\u0000b\u200b c\u00a0\n\td\ufeff\ud800 ')).toBe('ab c d\ufffd')
  expect(cleanText('全角　空格')).toBe('全角 空格')
  expect(cleanText('Poincare\u0301')).toBe('Poincaré')
})

test.each([
  ['CO<sub>2</sub> and <b>H<inf>2</inf>O</b>', 'CO<sub>2</sub> and H<sub>2</sub>O'],
  [
    '<jats:title>Abstract</jats:title><jats:p>We <jats:italic>did</jats:italic> it.</jats:p>',
    'We <i>did</i> it.',
  ],
  ['<sec><title>Methods</title><p>None.</p></sec>', 'Methods: None.'],
  ['p < 0.05 and x > 3', 'p < 0.05 and x > 3'],
  ['a &amp;lt;sub&amp;gt;2&amp;lt;/sub&amp;gt;', 'a <sub>2</sub>'],
  ['R&amp;D &mdash; caf&eacute; &#x3b1;&#946;', 'R&D — café αβ'],
  ['<i>never closed', '<i>never closed</i>'],
  ['closed only</sup> here', 'closed only here'],
  ['skua<i> Catharacta </i>at', 'skua <i>Catharacta</i> at'],
  [
    '<mml:math><mml:msubsup><mml:mi>x</mml:mi><mml:mn>1</mml:mn><mml:mn>2</mml:mn></mml:msubsup></mml:math>',
    'x<sub>1</sub><sup>2</sup>',
  ],
  [
    '<alternatives><tex-math>$$\\alpha^2$$</tex-math><mml:math><mml:mi>a</mml:mi></mml:math></alternatives>',
    '$\\alpha^2$',
  ],
  ['a<!-- b -->c <!-- d', 'ac <!-- d'],
  ['<jats:constructor>named</jats:constructor> like <mml:toString>all</mml:toString>', 'named like all'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['<a href="x" onclick="y">link</a>', 'link'],
])('the mark-up of %j becomes %j', (text, expected) => {
  expect(clean(text)).toBe(expected)
})

test('a long text is cut without cutting a tag or a character in two', () => {
  const long = cleanMarkup(`${'汉<sub>1</sub>'.repeat(1000)}`, 500)
  expect(long.length).toBeLessThanOrEqual(500)
  expect(long.split('<sub>').length).toBe(long.split('</sub>').length)
  expect(long).not.toMatch(/<[^>]*$/)
})

test('names and places keep no mark-up at all', () => {
  expect(cleanPlainText('J. <i>Chem</i>. &amp; Phys.')).toBe('J. Chem. & Phys.')
})

test('the scripts of CNKI become sub- and superscripts, names with underscores stay', () => {
  expect(convertCnkiScripts('外施Ca~(2+)及H_3PO_4')).toBe('外施Ca<sup>2+</sup>及H<sub>3</sub>PO<sub>4</sub>')
  expect(convertCnkiScripts('file_name_2x 和 ~100')).toBe('file_name_2x 和 ~100')
})

test('references that nobody knows stay, and nothing is expanded twice over', () => {
  expect(decodeEntities('&lol9; &amp;amp; &#0; &#1114112;')).toBe('&lol9; &amp; &#0; &#1114112;')
})

test.each([
  ['深度学习综述', 'zh'],
  ['ディープラーニングの基礎', 'ja'],
  ['딥러닝 개론', 'ko'],
  ['Состояние рецепторного аппарата', 'ru'],
  ['A Survey of Deep Learning for NLP', 'en'],
  ['Une approche pour la traduction des langues', 'fr'],
  ['Die Entwicklung der Sprache und ihre Geschichte', 'de'],
  ['Un análisis de la traducción en los textos', 'es'],
  ['12345', null],
])('the language of %j is guessed as %j', (title, language) => {
  expect(guessLanguage(title)).toBe(language)
})

test.each([
  ['eng', 'en'],
  ['中文;', 'zh'],
  ['zh-CN', 'zh'],
  ['English', 'en'],
  ['swe', 'sv'],
  ['nonsense', null],
])('the language written %j is %j', (text, language) => {
  expect(normalizeLanguage(text)).toBe(language)
})
