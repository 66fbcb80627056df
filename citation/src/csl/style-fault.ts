/** Why a style or locale file cannot be used; the message is Chinese and shown to the user. */
export class StyleFault extends Error {
  override name = 'StyleFault'
}
