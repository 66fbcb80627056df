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

let others: Intl.DisplayNames | undefined

/** Returns the Chinese name of a language by its code; a text that is not a language code is returned unchanged. */
export function languageName(code: string): string {
  const name = NAMES[code]
  if (name) return name
  others ??= new Intl.DisplayNames('zh-CN', { type: 'language' })
  try {
    return others.of(code) ?? code
  } catch {
    return code
  }
}
