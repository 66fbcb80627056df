"""Makes files with the programs of others and says what stands in them: independent_files.py FOLDER.

An instrument of the bench alone. What is not installed is left out, and said so in truth.json.
"""
import csv
import json
import subprocess
import sys
from pathlib import Path

FOLDER = Path(sys.argv[1])
FOLDER.mkdir(parents=True, exist_ok=True)
TRUTH = []

EN = [
    "Sea ice forms when the surface of the ocean cools below its freezing point of minus 1.8 degrees.",
    "Salt is expelled while crystals grow, so that the water beneath becomes denser and sinks.",
    "Thickness was measured at 41 stations with drills, and again by radar from an aircraft.",
    "The mean difference between both methods was 4.2 cm, with a standard error of 0.6 cm.",
]
ZH = [
    "海冰在海水表面温度低于冰点时形成,冰点约为零下一点八摄氏度。",
    "晶体生长时盐分被析出,使下层海水密度增大并下沉。",
    "本研究在四十一个站位用钻孔法测量冰厚,并用机载雷达复测。",
    "两种方法的平均差为4.2厘米,标准误为0.6厘米。",
]
HEADS = {"en": ["Introduction", "Methods of measurement", "Results"], "zh": ["引言", "测量方法", "结果与讨论"]}


def made(name, writer, pieces, heads=(), kind="text"):
    TRUTH.append({"file": name, "writer": writer, "pieces": list(pieces), "heads": list(heads), "kind": kind})


def left_out(name, why):
    TRUTH.append({"file": name, "left_out": str(why)[:200]})


def attempt(name):
    def run(make):
        try:
            make(FOLDER / name)
        except Exception as error:  # What one program lacks is no fault of the others.
            left_out(name, f"{type(error).__name__}: {error}")

    return run


def sections(lang):
    texts = EN if lang == "en" else ZH
    return list(zip(HEADS[lang], [texts[0:2], texts[2:3], texts[3:4]]))


def picture(name, lines, font="/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", size=40):
    from PIL import Image, ImageDraw, ImageFont

    face = ImageFont.truetype(font, size)
    image = Image.new("L", (1654, 300 + 100 * len(lines)), 255)
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        draw.text((120, 120 + row * 90), line, font=face, fill=0)
    path = FOLDER / name
    image.save(path, dpi=(200, 200))
    return path


@attempt("headings-en.docx")
def _(path):
    import docx

    document = docx.Document()
    document.add_heading("Sea ice, measured twice", 0)
    for head, texts in sections("en"):
        document.add_heading(head, 1)
        for text in texts:
            document.add_paragraph(text)
    document.sections[0].header.paragraphs[0].text = "Running head of the journal"
    document.save(path)
    made(path.name, "python-docx", EN, HEADS["en"])


@attempt("headings-zh.docx")
def _(path):
    import docx
    from docx.enum.style import WD_STYLE_TYPE
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    document = docx.Document()
    style = document.styles.add_style("标题 一级", WD_STYLE_TYPE.PARAGRAPH)
    level = OxmlElement("w:outlineLvl")
    level.set(qn("w:val"), "0")
    style.element.get_or_add_pPr().append(level)
    for head, texts in sections("zh"):
        document.add_paragraph(head, style="标题 一级")
        for text in texts:
            document.add_paragraph(text)
    document.save(path)
    made(path.name, "python-docx, own style 标题", ZH, HEADS["zh"])


@attempt("formulas.docx")
def _(path):
    import docx
    from docx.oxml import parse_xml

    math = (
        '<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">'
        "<m:r><m:t>E=</m:t></m:r><m:f><m:num><m:r><m:t>kT</m:t></m:r></m:num>"
        "<m:den><m:r><m:t>2h</m:t></m:r></m:den></m:f></m:oMath>"
    )
    document = docx.Document()
    document.add_paragraph(EN[0])
    document.add_paragraph("Energy is ")._p.append(parse_xml(math))
    document.add_paragraph(EN[1])
    document.save(path)
    made(path.name, "python-docx, OMML", [EN[0], "Energy is E=(kT)/(2h)", EN[1]])


@attempt("table.docx")
def _(path):
    import docx

    document = docx.Document()
    document.add_paragraph(ZH[0])
    table = document.add_table(rows=3, cols=3)
    for row in range(3):
        for column in range(3):
            table.cell(row, column).text = f"第{row}行第{column}列"
    table.cell(0, 0).merge(table.cell(0, 1))
    document.add_picture(str(picture("in-table.png", ["inside"])))
    document.save(path)
    made(path.name, "python-docx, merged cells, picture", [ZH[0], "第0行第0列", "第0行第1列", "第2行第2列"])


def wrapped(texts, width):
    return [text[at : at + width] for text in texts for at in range(0, len(text), width)]


def words(texts, width):
    import textwrap

    return [line for text in texts for line in textwrap.wrap(text, width)]


@attempt("scan-en.png")
def _(path):
    picture(path.name, words(EN, 62))
    made(path.name, "Pillow", [" ".join(EN)], kind="scan")


@attempt("scan-zh.png")
def _(path):
    picture(path.name, wrapped(ZH, 30))
    made(path.name, "Pillow, Noto CJK", ["".join(ZH)], kind="scan")


@attempt("scan-zh.pdf")
def _(path):
    from PIL import Image

    pages = [Image.open(picture(f"page{at}.png", wrapped(ZH[at : at + 2], 30))) for at in (0, 2)]
    pages[0].save(path, save_all=True, append_images=pages[1:], resolution=200)
    made(path.name, "Pillow, two pages of pictures", ["".join(ZH)], kind="scan")


@attempt("slides.pptx")
def _(path):
    from pptx import Presentation
    from pptx.util import Inches

    show = Presentation()
    for head, texts in sections("zh"):
        slide = show.slides.add_slide(show.slide_layouts[1])
        slide.shapes.title.text = head
        slide.placeholders[1].text = "\n".join(texts)
        slide.notes_slide.notes_text_frame.text = f"备注:{head}"
    slide = show.slides.add_slide(show.slide_layouts[5])
    table = slide.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(4), Inches(1)).table
    for at in range(4):
        table.cell(at // 2, at % 2).text = f"单元格{at}"
    show.save(path)
    made(path.name, "python-pptx, notes, table", [*ZH, "备注:测量方法", "单元格3"], HEADS["zh"])


@attempt("rows.xlsx")
def _(path):
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("测量")
    sheet.append(["站位", "冰厚", "备注"])
    for row in range(100_000):
        sheet.append([f"S{row}", row / 10, "钻孔"])
    book.save(path)
    made(path.name, "openpyxl, 100,000 rows", ["站位", "S0", "S50000", "S99999", "9999.9"])


@attempt("sheets.xlsx")
def _(path):
    from datetime import date
    from openpyxl import Workbook

    book = Workbook()
    first = book.active
    first.title = "合计"
    first.append(["日期", "冰厚", "加倍"])
    first.append([date(2021, 3, 4), 4.2, "=B2*2"])
    first.merge_cells("A5:C5")
    first["A5"] = ZH[0]
    book.create_sheet("第二张")["B3"] = EN[1]
    book.save(path)
    made(path.name, "openpyxl, two sheets, merged, dates", ["日期", "2021-03-04", "4.2", ZH[0], EN[1]])


@attempt("book.epub")
def _(path):
    from ebooklib import epub

    book = epub.EpubBook()
    book.set_identifier("sea-ice")
    book.set_title("海冰")
    book.set_language("zh")
    chapters = []
    for at, (head, texts) in enumerate(sections("zh")):
        chapter = epub.EpubHtml(title=head, file_name=f"c{at}.xhtml", lang="zh")
        chapter.content = f"<h1>{head}</h1>" + "".join(f"<p>{text}</p>" for text in texts)
        book.add_item(chapter)
        chapters.append(chapter)
    book.toc = chapters
    book.add_item(epub.EpubNcx())
    book.add_item(epub.EpubNav())
    book.spine = ["nav", *chapters]
    epub.write_epub(path, book)
    made(path.name, "ebooklib", ZH, HEADS["zh"])


@attempt("table-gb18030.csv")
def _(path):
    with open(path, "w", encoding="gb18030", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["编号", "说明"])
        for at, text in enumerate(ZH):
            writer.writerow([at, text + "𠮷\n第二行"])
    made(path.name, "csv, gb18030", [text + "𠮷第二行" for text in ZH])


@attempt("plain-gb18030.txt")
def _(path):
    path.write_bytes("\n\n".join(ZH).encode("gb18030"))
    made(path.name, "Python, gb18030", ZH)


@attempt("scripts.html")
def _(path):
    body = "".join(f"<h2>{head}</h2>" + "".join(f"<p>{text}</p>" for text in texts) for head, texts in sections("en"))
    path.write_text(
        "<!doctype html><html><head><meta charset=utf-8><title>Ice</title><style>p{color:red}</style>"
        "<script>document.write('<p>written by a script</p>')</script></head><body>"
        f"<nav><a href=/>Home</a></nav>{body}<p style='display:none'>hidden words</p>"
        "<script>alert('<p>another one</p>')</script><noscript>turn it on</noscript></body></html>"
    )
    made(path.name, "by hand, with scripts", EN, HEADS["en"])


@attempt("page-gb2312.html")
def _(path):
    body = "".join(f"<p>{text}</p>" for text in ZH)
    path.write_bytes(f"<html><head><meta charset=gb2312></head><body>{body}</body></html>".encode("gb2312"))
    made(path.name, "by hand, gb2312", ZH)


@attempt("flow-en.pdf")
def _(path):
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate

    styles = getSampleStyleSheet()
    story = []
    for head, texts in sections("en"):
        story.append(Paragraph(head, styles["Heading1"]))
        story += [Paragraph(text, styles["BodyText"]) for text in texts]
    SimpleDocTemplate(str(path)).build(story)
    made(path.name, "ReportLab", EN, HEADS["en"])


@attempt("flow-zh.pdf")
def _(path):
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.platypus import Paragraph, SimpleDocTemplate

    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    body = ParagraphStyle("body", fontName="STSong-Light", fontSize=11, leading=18, wordWrap="CJK")
    head = ParagraphStyle("head", parent=body, fontSize=16, leading=26, spaceBefore=12)
    story = []
    for title, texts in sections("zh"):
        story.append(Paragraph(title, head))
        story += [Paragraph(text, body) for text in texts]
    SimpleDocTemplate(str(path)).build(story)
    made(path.name, "ReportLab, STSong-Light not embedded", ZH, HEADS["zh"])


MARKDOWN = {
    lang: "\n\n".join(f"# {head}\n\n" + "\n\n".join(texts) for head, texts in sections(lang)) for lang in ("en", "zh")
}
MORE = "\n\n$$E = mc^2$$\n\nNoted here.[^1]\n\n[^1]: The note of the text.\n\n| a | b |\n|---|---|\n| one | two |\n"


def pandoc(name, lang, more="", extra=()):
    @attempt(name)
    def _(path):
        source = FOLDER / "source.txt"
        source.write_text(MARKDOWN[lang] + more)
        subprocess.run(["pandoc", "-f", "markdown", str(source), "-o", str(path), *extra], check=True, timeout=120)
        source.unlink()
        pieces = EN if lang == "en" else ZH
        notes = ["The note of the text.", "one", "two"] if more else []
        made(path.name, "pandoc", [*pieces, *notes], HEADS[lang])


pandoc("pandoc.docx", "zh", MORE)
pandoc("pandoc.epub", "en", MORE, ["--metadata", "title=Ice"])
pandoc("pandoc.pptx", "en")
pandoc("pandoc.md", "zh", MORE, ["-t", "gfm"])
pandoc("pandoc.html", "en", MORE, ["-s", "--metadata", "title=Ice"])
pandoc("pandoc.odt", "zh")
pandoc("pandoc.rtf", "en", "", ["-s"])
pandoc("pandoc.tex", "en", "", ["-s"])


def office(source, to, name, lang, options=""):
    @attempt(name)
    def _(path):
        out = FOLDER / "out"
        target = f"{to}:{options}" if options else to
        command = ["soffice", "--headless", "--convert-to", target, "--outdir", str(out), str(FOLDER / source)]
        subprocess.run(command, check=True, timeout=180, capture_output=True)
        (out / f"{Path(source).stem}.{to}").rename(path)
        made(path.name, f"LibreOffice, from {source}", EN if lang == "en" else ZH, HEADS[lang])


TAGGED = 'writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"true"}}'
office("headings-en.docx", "pdf", "office-tagged.pdf", "en", TAGGED)
office("headings-zh.docx", "pdf", "office-zh.pdf", "zh")
office("pandoc.odt", "docx", "office.docx", "zh")
office("headings-zh.docx", "doc", "office.doc", "zh")
office("scripts.html", "odt", "office.odt", "en")

for stray in [*FOLDER.glob("page?.png"), FOLDER / "in-table.png"]:
    stray.unlink(missing_ok=True)
(FOLDER / "truth.json").write_text(json.dumps(TRUTH, ensure_ascii=False))
