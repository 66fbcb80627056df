/**
 * Characters of the block CJK Radicals Supplement, each followed by its ideograph (EquivalentUnifiedIdeograph of
 * Unicode). ToUnicode maps of fonts name these radicals by mistake. NFKC converts the Kangxi radicals but only two
 * characters of this block. It also maps ⼾ to the traditional 戶, although one glyph serves both and simplified text
 * has 户.
 */
const RADICAL_PAIRS =
  '⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺇几⺈刀⺉刂⺊卜⺋卩⺌小⺍小⺎兀⺏尣⺐尢⺑尢⺒巳⺓幺⺔彑⺕彐⺖忄⺗心⺘扌⺙攵⺛旡⺜日⺝月⺞歺⺟母⺠民⺡氵⺢氺⺣灬⺤爪⺥爪⺦丬⺧牛⺨犭⺩王⺪疋⺫目⺬示⺭礻⺮竹⺯糹⺰纟⺱罓⺲罒⺳网⺴罓⺵网⺶羊⺷羊⺸羊⺹耂⺺肀⺻聿⺼月⺽臼⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻇角⻈讠⻉贝⻊足⻋车⻌辶⻍辶⻎辶⻏阝⻐钅⻑長⻒镸⻓长⻔门⻕阝⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻞食⻟飠⻠饣⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱亀⻲龟⻳龟'

const PAIR_CHARACTERS = [...RADICAL_PAIRS]
const IDEOGRAPH_BY_RADICAL = new Map(
  Array.from({ length: PAIR_CHARACTERS.length / 2 }, (_, at) => [
    PAIR_CHARACTERS[at * 2] ?? '',
    PAIR_CHARACTERS[at * 2 + 1] ?? '',
  ]),
)

/** Replaces radicals by the ideographs that are meant. */
export const replaceRadicals = (text: string): string =>
  text.replaceAll(/[\u2E80-\u2EF3\u2F3E]/g, (radical) =>
    radical === '\u2F3E' ? '户' : (IDEOGRAPH_BY_RADICAL.get(radical) ?? radical),
  )
