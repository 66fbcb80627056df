// Translation of texts by a model.
export { requireTranslator, type TranslationLanguage, translateText } from './translator.ts'
