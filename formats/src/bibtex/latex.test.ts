import { expect, test } from 'vitest'
import { decodeVerbatim, latexToMarkup, latexToText } from './latex.ts'

test.each([
  ['Trag{\\" o}die', 'Tragödie'],
  ["Vrande{\\v c}i{\\' c}", 'Vrandečić'],
  ["Mart{\\'\\i}nez \\'{\\i}", 'Martínez í'],
  ["\\AA ngstr\\\"om \\ss{} \\L\\'od\\'z \\o", 'Ångström ß Łódź ø'],
  ['\\c{c} \\H{o} \\k a \\d{s} \\u g', 'ç ő ą ṣ ğ'],
  ['a\\&b\\%c\\$d\\#e\\_f\\textasciitilde{}\\textasciicircum{}\\textbackslash{}', 'a&b%c$d#e_f~^\\'],
  ["``quoted'' -- and --- so~on\\ldots", '“quoted” – and — so on…'],
  ['{{The} {CDK}}', 'The CDK'],
  [
    '\\textit{i}\\textbf{b}\\textsuperscript{sup}\\textsubscript{sub}',
    '<i>i</i>b<sup>sup</sup><sub>sub</sub>',
  ],
  ['a\\it b{\\bf c}', 'a<i>b c</i>'.replace(' ', '')],
  ['{\\em Drosophila} and {\\it E.\\ coli}', '<i>Drosophila</i> and <i>E. coli</i>'],
  ['a\\begin{it}b\\end{it}c', 'a<i>b</i>c'],
  ['$\\Phi$, $^{13}$C, H$_2$O, $e=mc^2$', 'Φ, <sup>13</sup>C, H<sub>2</sub>O, $e=mc^2$'],
  ['\\url{https://example.org} \\href{https://a}{text}', 'https://example.org text'],
  ['\\LaTeX{} \\unknown \\unknown{kept}', 'LaTeX \\unknown kept'],
  ['unbalanced } here { there', 'unbalanced  here  there'],
  ['costs $5', 'costs $5'],
])('LaTeX %j reads %j', (latex, text) => {
  expect(latexToMarkup(latex)).toBe(text)
})

test('plain fields lose the mark-up, addresses only their escapes', () => {
  expect(latexToText('3\\textsuperscript{rd} ed.')).toBe('3rd ed.')
  expect(decodeVerbatim('\\url{https://a.org/~b/c\\_d?e=1\\&f=2}')).toBe('https://a.org/~b/c_d?e=1&f=2')
  expect(decodeVerbatim('https://a.org/\\~{}b')).toBe('https://a.org/~b')
})

test('accents over accents without end are read like anything else', () => {
  expect(latexToText('\\d'.repeat(5_000))).toMatch(/^d+/)
})
