import type { Config } from '../config/config.ts'

const MEBIBYTE = 1024 * 1024

type SpaceSetting = Extract<keyof Config, `${string}_MB`>

/** Returns the limits of disk space, which the settings give in mebibytes, in bytes. */
export function spaceLimits(config: Pick<Config, SpaceSetting>) {
  const bytes = (name: SpaceSetting) => Math.floor(config[name] * MEBIBYTE)
  return {
    /** Maximum size of one upload. */
    upload_file: bytes('UPLOAD_FILE_MB'),
    /** Maximum size of all uploads of a person that wait to be used. */
    upload_total: bytes('UPLOAD_TOTAL_MB'),
    /** The same as `upload_file` for administrators, who import whole libraries. */
    import_file: bytes('IMPORT_FILE_MB'),
    /** The same as `upload_total` for administrators. */
    import_total: bytes('IMPORT_TOTAL_MB'),
    /** Maximum size of all files that a person stores. */
    files_total: bytes('FILES_TOTAL_MB'),
    /** Space that has to stay free on the disk. */
    disk_free: bytes('DISK_FREE_MB'),
  }
}
