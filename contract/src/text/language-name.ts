/** Names that are shorter than those of `Intl.DisplayNames`. */
const NAMES: Readonly<Record<string, string>> = {
  zh: '中文',
  en: '英文',
  de: '德文',
  fr: '法文',
  ja: '日文',
  ru: '俄文',
  ko: '韩文',
  es: '西班牙文',
  it: '意大利文',
  la: '拉丁文',
  pt: '葡萄牙文',
}

/** Created when it is first needed, because it takes milliseconds. */
let displayNames: Intl.DisplayNames | undefined

/** Returns the Chinese name of a language by its code; a text that is not a language code is returned unchanged. */
export function languageName(code: string): string {
  const name = NAMES[code]
  if (name) return name
  displayNames ??= new Intl.DisplayNames('zh-CN', { type: 'language' })
  try {
    return displayNames.of(code) ?? code
  } catch {
    return code
  }
}
