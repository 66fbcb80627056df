import { z } from 'zod'

/** A size in megabytes (MiB), as bytes. */
const megabytes = (fallback: number) =>
  z.coerce
    .number('应是以 MB 计的数')
    .nonnegative('不能小于 0')
    .default(fallback)
    .transform((value) => Math.floor(value * 1024 * 1024))

/** Settings of what people may lay on the disk; config.ts reads them with the others. */
export const quotaSettings = {
  UPLOAD_FILE_MB: megabytes(200),
  UPLOAD_TOTAL_MB: megabytes(2_048),
  IMPORT_FILE_MB: megabytes(1_024),
  IMPORT_TOTAL_MB: megabytes(20_480),
  DISK_FREE_MB: megabytes(512),
}
