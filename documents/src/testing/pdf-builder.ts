/** Position of the first line above the bottom of a page, and distance from line to line, in points. */
const FIRST_LINE_Y = 740
const LEADING = 18

const escapePdfText = (text: string): string => text.replaceAll(/[\\()]/g, '\\$&')

/** Builds a PDF of A4 pages with these lines of Latin text each; a line that begins with # is larger. */
export function pdfOf(pages: readonly (readonly string[])[]): Buffer {
  const objects: string[] = []
  const add = (body: string): number => objects.push(body)
  const catalog = add('<< /Type /Catalog /Pages 2 0 R >>')
  add('')
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  const kids = pages.map((lines) => {
    const drawn = lines.map((line, at) => {
      const isHeading = line.startsWith('#')
      const text = escapePdfText(line.replace(/^#\s*/, ''))
      return `BT /F1 ${isHeading ? 16 : 11} Tf 72 ${FIRST_LINE_Y - at * LEADING} Td (${text}) Tj ET`
    })
    const stream = drawn.join('\n')
    const contents = add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
    const resources = `<< /Font << /F1 ${font} 0 R >> >>`
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${contents} 0 R >>`,
    )
  })
  objects[1] = `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`
  return fileOfObjects(objects, catalog)
}

/** Builds a PDF of one A4 page with this drawing, whose font F1 is Helvetica. */
export function pdfOfStream(stream: string): Buffer {
  return fileOfObjects(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ],
    1,
  )
}

/**
 * Builds a PDF of one page of lines in a font with these widths, whose ToUnicode map gives `glyphs` a false meaning.
 */
export function pdfOfFont(
  lines: readonly string[],
  widths: Readonly<Record<string, number>>,
  glyphs: Readonly<Record<string, { width: number; unicode: number }>>,
): Buffer {
  const all = Array.from({ length: 127 }, (_, code) => String.fromCharCode(code))
  const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0')
  const pairs = all.map((sign, code) => `<${hex(code, 2)}> <${hex(glyphs[sign]?.unicode ?? code, 4)}>`)
  const blocks = [pairs.slice(0, 100), pairs.slice(100)].map(
    (some) => `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`,
  )
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def 1 begincodespacerange <00> <7F> endcodespacerange ${blocks.join(' ')} endcmap end end`
  const drawing = lines
    .map((line, at) => `BT /F1 11 Tf 72 ${FIRST_LINE_Y - at * LEADING} Td (${escapePdfText(line)}) Tj ET`)
    .join('\n')
  const own = all.map((sign) => glyphs[sign]?.width ?? widths[sign] ?? 550).join(' ')
  return fileOfObjects(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
      `<< /Type /Font /Subtype /TrueType /BaseFont /AAAAAA+Own /FirstChar 0 /LastChar 126 /Widths [${own}] /ToUnicode 6 0 R >>`,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
      `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      `<< /Length ${map.length} >>\nstream\n${map}\nendstream`,
    ],
    1,
  )
}

/**
 * Begins a tagged file of one page; its structure tree (object 5), contents (6) and parent tree (7) are added later.
 */
function taggedPage() {
  const objects: string[] = []
  const add = (body: string): number => objects.push(body)
  const catalog = add('<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 5 0 R >>')
  add('<< /Type /Pages /Kids [4 0 R] /Count 1 >>')
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  add(
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /StructParents 0 /Resources << /Font << /F1 3 0 R >> >> /Contents 6 0 R >>',
  )
  return { objects, add, catalog }
}

/**
 * Builds a tagged PDF of one page. Each line is an element of its role, or belongs to none (`Artifact`). All lines
 * look alike.
 */
export function taggedPdfOf(lines: readonly (readonly [role: string, text: string])[]): Buffer {
  const { objects, add, catalog } = taggedPage()
  const isMarked = (role: string) => role !== 'Artifact'
  const elements = lines.map(([role], at) => (isMarked(role) ? `${at + 8} 0 R` : null))
  const kids = elements.filter((each) => each !== null)
  add(`<< /Type /StructTreeRoot /K [${kids.join(' ')}] /ParentTree 7 0 R >>`)
  const stream = lines
    .map(([role, text], at) => {
      const begin = isMarked(role) ? `/${role} << /MCID ${at} >> BDC` : '/Artifact BMC'
      return `${begin} BT /F1 11 Tf 72 ${FIRST_LINE_Y - at * LEADING} Td (${escapePdfText(text)}) Tj ET EMC`
    })
    .join('\n')
  add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
  add(`<< /Nums [0 [${elements.map((each) => each ?? 'null').join(' ')}]] >>`)
  lines.forEach(([role], at) => {
    add(`<< /Type /StructElem /S /${isMarked(role) ? role : 'P'} /P 5 0 R /Pg 4 0 R /K ${at} >>`)
  })
  return fileOfObjects(objects, catalog)
}

/** The text of a cell and its position, with the role and spans of the cell; '' when the cell is empty. */
type TaggedCellSpec = readonly [role: 'TH' | 'TD', text: string, x: number, spans?: string]

/** Builds a tagged PDF of one page: a line of text with a table below it, drawn without rules, one line per row. */
export function taggedTableOf(before: string, rows: readonly (readonly TaggedCellSpec[])[]): Buffer {
  const { objects, add, catalog } = taggedPage()
  add('<< /Type /StructTreeRoot /K [8 0 R 9 0 R] /ParentTree 7 0 R >>')
  const drawn: string[] = []
  const draw = (role: string, text: string, x: number, line: number): number =>
    drawn.push(
      `/${role} << /MCID ${drawn.length} >> BDC BT /F1 11 Tf ${x} ${FIRST_LINE_Y - line * LEADING} Td (${escapePdfText(text)}) Tj ET EMC`,
    ) - 1
  const parents: number[] = []
  const element = (role: string, parent: number, kids: string, spans = ''): number =>
    add(
      `<< /Type /StructElem /S /${role} /P ${parent} 0 R /Pg 4 0 R /K ${kids} /A << /O /Table ${spans} >> >>`,
    )
  add('')
  add('')
  parents[draw('P', before, 72, 0)] = element('P', 5, '0')
  const table = add('')
  const lines = rows.map((row, at) => {
    const own = add('')
    const cells = row.map(([role, text, x, spans]) => {
      if (text === '') return element(role, own, '[]', spans)
      const number = draw(role, text, x, at + 1)
      const made = element(role, own, String(number), spans)
      parents[number] = made
      return made
    })
    objects[own - 1] = `<< /Type /StructElem /S /TR /P ${table} 0 R /K [${objectReferences(cells)}] >>`
    return own
  })
  objects[table - 1] = `<< /Type /StructElem /S /Table /P 5 0 R /K [${objectReferences(lines)}] >>`
  const stream = drawn.join('\n')
  objects[5] = `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`
  objects[6] = `<< /Nums [0 [${objectReferences(parents)}]] >>`
  return fileOfObjects(objects, catalog)
}

const objectReferences = (numbers: readonly number[]): string =>
  numbers.map((number) => `${number} 0 R`).join(' ')

/**
 * Builds a PDF of these objects, numbered from 1.
 *
 * @param info number of the object with the metadata of the file
 */
export function fileOfObjects(objects: readonly string[], catalog: number, info?: number): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((body, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const start = text.length
  const about = info === undefined ? '' : ` /Info ${info} 0 R`
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines.join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R${about} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** The first page of a study, in the form `pdfOf` takes: title, authors and a section. */
export const studyOpening = [
  '# Humidity and the Stability of Perovskite Cells',
  'Ada Lovelace and Alan Turing',
  '# 1 Introduction',
  'Humidity decomposes perovskite films within hours of exposure.',
  'However, it is unclear how much of the loss is due to oxygen alone.',
  'This study separates both causes by aging cells in dry and in wet air.',
]
