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

function readSymbols(): Map<string, string> {
  const found = new Map<string, string>()
  for (const entry of SYMBOL_TABLE.split(/\s/))
    if (entry.length > 1) found.set(entry.slice(0, -1), entry.slice(-1))
  for (const [name, character] of WORD_COMMANDS) found.set(name, character)
  return found
}

/** The text of commands without arguments, by name. */
export const SYMBOLS: ReadonlyMap<string, string> = readSymbols()
