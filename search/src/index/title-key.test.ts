import { expect, test } from 'vitest'
import { titleKey } from './document.ts'

// Stored indexes have these keys: they change only with the format (FORMAT in files.ts).
test.each([
  ['Deep learning', 'tjefjh.18jtbz7'],
  ['Attention Is All You Need', 'kw3y4v.1wnj1br'],
  ['深度學習：綜述（2020）', '17i54j8.h5lig4'],
  ['β-Catenin und Ångström № 5', 'kmtoxj.1avu0mj'],
  ['𠮷野家 𝒳² ٣', '14ck8wd.19bsda7'],
  ['aaa－Ｂ１', '13gccv7.jn7qcn'],
  ['Ёж и \ud800 x', 's3b6ke.1kcr47m'],
  ['…', ''],
])('%s has the key that stands in indexes', (title, key) => {
  expect(titleKey(title)).toBe(key)
})

test('signs, case, accents and width tell no titles apart; letters, digits and their order do', () => {
  for (const same of ['DEEP-learning!', 'déep  learning', 'Ｄｅｅｐ learning', '“Deep” Learning.'])
    expect(titleKey(same)).toBe(titleKey('Deep learning'))
  for (const other of ['Deep learnings', 'Deep learning 2', 'learning deep', 'Deeper learnin'])
    expect(titleKey(other)).not.toBe(titleKey('Deep learning'))
})
