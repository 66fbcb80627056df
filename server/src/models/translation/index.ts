// Texts in another language, by a model.
export { requireTranslator, type TranslationLanguage, translateText } from './translator.ts'
