declare module 'des.js' {
  interface Cipher {
    update(data: number[]): number[]
    final(): number[]
  }
  export const DES: {
    create(options: { type: 'encrypt' | 'decrypt'; key: number[]; padding?: boolean }): Cipher
  }
}
