// The LaTeX commands that bibliographies use.

/** Accent commands with their combining characters; the table has the command and the code point in hexadecimal. */
export const ACCENT_COMMANDS = new Map(
  '` 300 \' 301 ^ 302 ~ 303 = 304 u 306 . 307 " 308 r 30a H 30b v 30c G 30f d 323 c 327 k 328 b 331 t 361'
    .split(/ (?=\S \d)/)
    .map((pair) => [pair[0] ?? '', String.fromCharCode(Number.parseInt(pair.slice(2), 16))]),
)

/** Commands whose argument is printed in italics, as superscript or as subscript, with the light tag. */
export const MARKUP_COMMANDS = new Map([
  ...'emph textit textsl mkbibemph mkbibitalic it itshape em sl'
    .split(' ')
    .map((name) => [name, 'i'] as const),
  ...'textsuperscript mkbibsuperscript sp'.split(' ').map((name) => [name, 'sup'] as const),
  ...'textsubscript sb'.split(' ').map((name) => [name, 'sub'] as const),
])

/** Commands that apply to the rest of their group; those for italics become markup, all others are dropped. */
export const FACE_SWITCHES = new Set(
  'it itshape em sl bf bfseries rm rmfamily tt ttfamily sf sffamily sc scshape normalfont upshape mdseries small large tiny footnotesize normalsize par newline noopsort relax protect ignorespaces'.split(
    ' ',
  ),
)

/** Commands of which only the second argument is text. */
export const SECOND_ARGUMENT_COMMANDS = new Set(['href', 'textcolor', 'foreignlanguage', 'texorpdfstring'])

/** Character sequences that represent another character. */
export const TEXT_LIGATURES: readonly (readonly [string, string])[] = [
  ['---', '—'],
  ['--', '–'],
  ['``', '“'],
  ["''", '”'],
  ['~', ' '],
]

/** Characters with a LaTeX command, each as `name` followed by the character. */
const SYMBOL_TABLE = String.raw`&& %% $$ ## __ {{ }} ssß SSẞ aeæ AEÆ oeœ OEŒ oø OØ lł LŁ aaå AAÅ iı jȷ dhð DHÐ thþ THÞ djđ DJĐ ngŋ NGŊ
P¶ copyright© pounds£ dag† ddag‡ dots… ldots… cdots⋯ textellipsis… textbackslash\ textasciitilde~
textasciicircum^ textendash– textemdash— textquoteleft‘ textquoteright’ textquotedblleft“
textquotedblright” textquotesingle' textquotedbl" quotesinglbase‚ quotedblbase„ guillemotleft«
guillemotright» guilsinglleft‹ guilsinglright› textless< textgreater> textbar| textbraceleft{
textbraceright} textunderscore_ textdollar$ textpercent% textregistered® texttrademark™ textcopyright©
textdegree° degree° textperiodcentered· textbullet• textdagger† textdaggerdbl‡ textsection§
textparagraph¶ textsterling£ texteuro€ euro€ textordfeminineª textordmasculineº textexclamdown¡
textquestiondown¿ textinterrobangdown⸘ textinterrobang‽ textonehalf½ textonequarter¼ textthreequarters¾
texttimes× textpm± textnumero№ alphaα betaβ gammaγ deltaδ epsilonϵ varepsilonε zetaζ etaη thetaθ
varthetaϑ iotaι kappaκ lambdaλ muμ nuν xiξ omicronο piπ varpiϖ rhoρ varrhoϱ sigmaσ varsigmaς tauτ
upsilonυ phiϕ varphiφ chiχ psiψ omegaω GammaΓ DeltaΔ ThetaΘ LambdaΛ XiΞ PiΠ SigmaΣ UpsilonΥ PhiΦ PsiΨ
OmegaΩ times× div÷ pm± mp∓ cdot· ast∗ star⋆ circ∘ bullet• leq≤ le≤ geq≥ ge≥ neq≠ ne≠ approx≈ sim∼ simeq≃
cong≅ equiv≡ propto∝ infty∞ partial∂ nabla∇ forall∀ exists∃ in∈ notin∉ subset⊂ subseteq⊆ cup∪ cap∩
emptyset∅ to→ rightarrow→ leftarrow← leftrightarrow↔ Rightarrow⇒ mapsto↦ sum∑ prod∏ int∫ sqrt√ ellℓ
hbarℏ prime′ langle⟨ rangle⟩ ll≪ gg≫ oplus⊕ otimes⊗ perp⊥ parallel∥ angle∠ dagger† ddagger‡ alephℵ Reℜ
wedge∧ vee∨ neg¬ lesssim≲ gtrsim≳`

/** Commands whose text is not one character, or whose name is no word. */
const WORD_COMMANDS: readonly (readonly [string, string])[] = [
  ['TeX', 'TeX'],
  ['LaTeX', 'LaTeX'],
  ['BibTeX', 'BibTeX'],
  ['LaTeXe', 'LaTeX2e'],
  ['S', '§'],
  ['Im', 'ℑ'],
  ['textmu', 'µ'],
  ['textvisiblespace', '␣'],
  [' ', ' '],
  ['\n', ' '],
  [',', ' '],
  [':', ' '],
  [';', ' '],
  ['!', ''],
  ['/', ''],
  ['-', ''],
  ['\\', ' '],
  ['quad', ' '],
  ['qquad', ' '],
  ['space', ' '],
  ['nobreakspace', ' '],
  ['slash', '/'],
]

/** Reads both tables of symbols; `WORD_COMMANDS` takes precedence. */
function readSymbols(): Map<string, string> {
  const found = new Map<string, string>()
  for (const entry of SYMBOL_TABLE.split(/\s/))
    if (entry.length > 1) found.set(entry.slice(0, -1), entry.slice(-1))
  for (const [name, character] of WORD_COMMANDS) found.set(name, character)
  return found
}

/** The text of commands without arguments, by name. */
export const SYMBOLS: ReadonlyMap<string, string> = readSymbols()
