import { expect, test } from 'vitest'
import { parseHtml } from './html.ts'

const shape = (html: string | Uint8Array) =>
  parseHtml(Buffer.from(html as Uint8Array)).blocks.map(({ type, level, text }) => [
    level ? `${type} ${level}` : type,
    text,
  ])

test('a page becomes headings, paragraphs, lists, tables and code in order', () => {
  const html = `<!DOCTYPE html><html><head><title>页面</title><style>p{color:red}</style></head><body>
    <nav><a href=x>首页</a></nav><h1>标题 &amp; <em>更多</em></h1><p>第一段<br>换行<p>第二段 a<b>b</b>c
    <ul><li>一<li>二<ol><li>三</ol></ul><pre>a  b\n  c</pre><div>散文<div>内层</div>尾</div>
    <figure><img src=x alt="示意图"><figcaption>图 1</figcaption></figure></body></html>`

  expect(shape(html)).toEqual([
    ['other', '首页'],
    ['heading 1', '标题 & 更多'],
    ['paragraph', '第一段换行'],
    ['paragraph', '第二段 abc'],
    ['list', '一'],
    ['list', '二'],
    ['list', '三'],
    ['code', 'a  b\n  c'],
    ['paragraph', '散文'],
    ['paragraph', '内层'],
    ['paragraph', '尾'],
    ['paragraph', '示意图'],
    ['caption', '图 1'],
  ])
  expect(parseHtml(Buffer.from(html)).title).toBe('页面')
})

test('a table is a full grid, with its merged cells at their first place', () => {
  const html = `<table><caption>表 1</caption><tr><th colspan=2>甲<th rowspan=2>乙<tr><td>1<td>2
    <tr><td>3<td><table><tr><td>内</td></tr></table><td>5</table>`
  const { blocks } = parseHtml(Buffer.from(html))
  expect(blocks.map(({ type }) => type)).toEqual(['caption', 'table'])
  expect(blocks[1]?.rows).toEqual([
    ['甲', '', '乙'],
    ['1', '2', ''],
    ['3', '内', '5'],
  ])
})

test('scripts, hidden elements and white text are left out, and counted', () => {
  const html = `<p>看得见<script>document.write('x')</script><span style="display: none">藏一</span>
    <span hidden>藏二</span><font color="white">白字</font><i style="font-size:1px">小字</i></p>
    <p style="background:#000;color:#fff">白字黑底</p><noscript>无<p>也无</p></noscript>
    <svg><text>图中字</text></svg>`
  const { blocks, warnings } = parseHtml(Buffer.from(html))
  expect(blocks.map(({ text }) => text)).toEqual(['看得见', '白字黑底'])
  expect(warnings).toEqual([
    { kind: 'scripts-ignored', count: 1 },
    { kind: 'invisible-text', count: 8 },
  ])
})

test('the encoding is that of the bytes, else the one that the page tells', () => {
  const body = Buffer.from('d5e2cac7d5fdcec4', 'hex')
  expect(shape(Buffer.concat([Buffer.from('<meta charset="gb2312"><p>'), body]))).toEqual([
    ['paragraph', '这是正文'],
  ])
  const cyrillic = Buffer.concat([Buffer.from('<meta charset=koi8-r><p>'), Buffer.from('d4c5cbd3d4', 'hex')])
  expect(shape(cyrillic)).toEqual([['paragraph', 'текст']])
  expect(shape('<meta charset=gbk><p>其实是 UTF-8')).toEqual([['paragraph', '其实是 UTF-8']])
})

test('attack 35: deep, unclosed and wide pages are read in time that grows with their length', () => {
  expect(shape(`${'<div>'.repeat(100_000)}字`)).toEqual([['paragraph', '字']])
  expect(shape(`${'<b><i>'.repeat(50_000)}字`)).toEqual([['paragraph', '字']])
  expect(shape(`字${'</p>'.repeat(100_000)}`)).toEqual([['paragraph', '字']])
  expect(shape(`<p>字<${'a'.repeat(1_000_000)}`)).toEqual([['paragraph', '字']])
  const wide = parseHtml(
    Buffer.from(`<table>${'<tr><td colspan=1000000 rowspan=1000000>字'.repeat(1_000)}</table>`),
  )
  expect(wide.blocks[0]?.text).toContain('字')
})
