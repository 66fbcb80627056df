import { officeFile, relationshipsPart, tempFile, xmlPart } from './office.ts'
import { zipOf } from './zip-builder.ts'

const wordParagraph = (text: string, style = '') =>
  `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
const wordFile = (body: string, more: Record<string, string> = {}) =>
  officeFile({
    'word/document.xml': xmlPart('w:document', `<w:body>${body}</w:body>`),
    'word/_rels/document.xml.rels': relationshipsPart([
      ['s', 'styles', 'styles.xml'],
      ['f', 'footnotes', 'footnotes.xml'],
    ]),
    'word/styles.xml': xmlPart('w:styles', '<w:style w:styleId="1"><w:name w:val="heading 1"/></w:style>'),
    ...more,
  })
const wordCell = (text: string) => `<w:tc>${wordParagraph(text)}</w:tc>`
const slideShape = (text: string) =>
  `<p:sp><p:txBody>${text
    .split('|')
    .map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`
const slidesFile = (...texts: string[]) =>
  officeFile({
    'ppt/presentation.xml': xmlPart(
      'p:presentation',
      `<p:sldIdLst>${texts.map((_, at) => `<p:sldId r:id="r${at}"/>`).join('')}</p:sldIdLst>`,
    ),
    'ppt/_rels/presentation.xml.rels': relationshipsPart(
      texts.map((_, at) => [`r${at}`, 'slide', `slides/s${at}.xml`]),
    ),
    ...Object.fromEntries(
      texts.map((text, at) => [
        `ppt/slides/s${at}.xml`,
        xmlPart('p:sld', `<p:cSld><p:spTree>${slideShape(text)}</p:spTree></p:cSld>`),
      ]),
    ),
  })
const workbookFile = (rows: string[][]) =>
  officeFile({
    'xl/workbook.xml': xmlPart('s:workbook', '<s:sheets><s:sheet name="表一" r:id="a"/></s:sheets>'),
    'xl/_rels/workbook.xml.rels': relationshipsPart([['a', 'worksheet', 'sheet1.xml']]),
    'xl/sheet1.xml': xmlPart(
      's:worksheet',
      `<s:sheetData>${rows
        .map(
          (row) =>
            `<s:row>${row.map((text) => `<s:c t="inlineStr"><s:is><s:t>${text}</s:t></s:is></s:c>`).join('')}</s:row>`,
        )
        .join('')}</s:sheetData>`,
    ),
  })
const epubFile = (chapters: string[]) =>
  tempFile(
    zipOf([
      {
        name: 'META-INF/container.xml',
        bytes: '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
      },
      {
        name: 'a.opf',
        bytes: `<package><manifest>${chapters.map((_, at) => `<item id="i${at}" href="c${at}.html"/>`).join('')}</manifest><spine>${chapters.map((_, at) => `<itemref idref="i${at}"/>`).join('')}</spine></package>`,
      },
      ...chapters.map((bytes, at) => ({ name: `c${at}.html`, bytes })),
    ]),
  )
/** 「报告编号，新方法与材料的分析」 in GB 18030. */
const GB18030_BYTES = Buffer.from('b1a8b8e6b1e0bac5a3acd0c2b7bdb7a8d3ebb2c4c1cfb5c4b7d6cef6', 'hex')
const LONG_SENTENCES = Array.from({ length: 300 }, (_, at) => `第${at}句说明一件事情。`)

/**
 * Files of every kind that is read: name, a function that writes the file for the duration of a test and returns its
 * path, and texts it contains.
 */
export const manyFiles: [name: string, make: () => string, texts: string[]][] = [
  [
    '标题.docx',
    () =>
      wordFile(
        wordParagraph('引言', '1') +
          wordParagraph('正文一') +
          wordParagraph('方法', '1') +
          wordParagraph('正文二'),
      ),
    ['引言', '正文一', '方法', '正文二'],
  ],
  [
    '表格.docx',
    () =>
      wordFile(
        `<w:tbl><w:tr>${wordCell('甲')}${wordCell('乙')}</w:tr><w:tr>${wordCell('1')}${wordCell('2')}</w:tr></w:tbl>`,
      ),
    ['甲', '乙', '1', '2'],
  ],
  [
    '公式.docx',
    () =>
      wordFile(
        '<w:p><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></w:p>',
      ),
    ['a/b'],
  ],
  [
    '脚注.docx',
    () =>
      wordFile(`<w:p><w:r><w:t>见注</w:t><w:footnoteReference w:id="2"/></w:r></w:p>`, {
        'word/footnotes.xml': xmlPart(
          'w:footnotes',
          `<w:footnote w:id="2">${wordParagraph('注的内容')}</w:footnote>`,
        ),
      }),
    ['见注', '注的内容'],
  ],
  [
    '修订.docx',
    () =>
      wordFile(
        `<w:p><w:ins><w:r><w:t>新的</w:t></w:r></w:ins><w:moveTo><w:r><w:t>移来的</w:t></w:r></w:moveTo></w:p>`,
      ),
    ['新的移来的'],
  ],
  [
    '文本框.docx',
    () =>
      wordFile(
        `<w:p><w:r><w:drawing><w:txbxContent>${wordParagraph('框里')}</w:txbxContent></w:drawing></w:r></w:p>`,
      ),
    ['框里'],
  ],
  ['长文.docx', () => wordFile(wordParagraph(LONG_SENTENCES.join(''))), LONG_SENTENCES],
  [
    '内容控件.docx',
    () => wordFile(`<w:sdt><w:sdtContent>${wordParagraph('控件里')}</w:sdtContent></w:sdt>`),
    ['控件里'],
  ],
  ['演示.pptx', () => slidesFile('题目|要点一|要点二', '第二页'), ['题目', '要点一', '要点二', '第二页']],
  [
    '六十页.pptx',
    () => slidesFile(...Array.from({ length: 60 }, (_, at) => `第${at}页`)),
    Array.from({ length: 60 }, (_, at) => `第${at}页`),
  ],
  [
    '数据.xlsx',
    () =>
      workbookFile([
        ['姓名', '得分'],
        ['张三', '90'],
      ]),
    ['表一', '姓名', '得分', '张三', '90'],
  ],
  [
    '五千行.xlsx',
    () => workbookFile(Array.from({ length: 5_000 }, (_, at) => [`编号${at}`, '说明'])),
    Array.from({ length: 5_000 }, (_, at) => `编号${at}\t`),
  ],
  [
    '书.epub',
    () => epubFile(['<h1>第一章</h1><p>甲</p>', '<h1>第二章</h1><p>乙</p>']),
    ['第一章', '甲', '第二章', '乙'],
  ],
  [
    '网页.html',
    () =>
      tempFile(
        '<!doctype html><h1>标题</h1><p>文<b>字</b></p><table><tr><td>格</td></tr></table><script>x</script>',
      ),
    ['标题', '文字', '格'],
  ],
  [
    '国标网页.htm',
    () => tempFile(Buffer.concat([Buffer.from('<html><meta charset=gb2312><p>'), GB18030_BYTES])),
    ['新方法与材料'],
  ],
  ['其实是网页.pdf', () => tempFile('<html><body><p>网页里的文字</p></body></html>'), ['网页里的文字']],
  [
    '笔记.md',
    () => tempFile('# 笔记\n\n- 一\n- 二\n\n| a | b |\n|-|-|\n| c | d |\n\n```\ncode\n```\n'),
    ['笔记', '一', '二', 'a\tb', 'c\td', 'code'],
  ],
  [
    '行内.md',
    () => tempFile('正文 **粗** 与 `码`、$x^2$、[链接](u)、![图](v)'),
    ['正文 粗 与 码、x^2、链接、图'],
  ],
  ['文本.txt', () => tempFile(LONG_SENTENCES.join('\n')), LONG_SENTENCES],
  ['国标.txt', () => tempFile(GB18030_BYTES), ['报告编号', '材料的分析']],
  ['宽字符.txt', () => tempFile(Buffer.from('\ufeff宽字符文本', 'utf16le')), ['宽字符文本']],
  [
    '西文.txt',
    () => tempFile(Buffer.from('caf\xe9 cr\xe8me, na\xefve et d\xe9j\xe0 vu', 'latin1')),
    ['café crème, naïve et déjà vu'],
  ],
  ['表.csv', () => tempFile('甲,乙\n"1,5",2\n'), ['甲\t乙', '1,5\t2']],
  [
    '国标.csv',
    () => tempFile(Buffer.concat([GB18030_BYTES, Buffer.from(',1\n'), GB18030_BYTES, Buffer.from(',2\n')])),
    ['新方法与材料的分析'],
  ],
  ['分隔.tsv', () => tempFile('a\tb\n1\t2\n'), ['a\tb', '1\t2']],
]
