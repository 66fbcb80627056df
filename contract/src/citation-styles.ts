import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { flag, id, noInput, noOutput, time } from './shapes.ts'

/** Largest style file, in characters. */
const MAX_STYLE_FILE_CHARS = 1024 * 1024

/** A style file that was installed beside the styles of the product. */
const installedStyle = z.object({
  /** The id by which calls name the style; those of files in the installation's folder begin with `csl-file-`. */
  id,
  name: z.string(),
  /** How a text cites: by number, author and date, note, or a label. */
  system: z.enum(['numeric', 'author-date', 'note', 'author', 'label']),
  /** Whether everyone may use it; otherwise only the person who installed it. */
  shared: z.boolean(),
  /** Whether the caller may remove it. */
  removable: z.boolean(),
  /** Null for files in the installation's folder. */
  created_at: time.nullable(),
})

/** The text of a style file (CSL). */
const styleFile = z.string().min(1).max(MAX_STYLE_FILE_CHARS)

/**
 * Calls about styles in the Citation Style Language that people and operators install. For the flags of a call see
 * `Endpoint`.
 */
export const citationStylesApi = {
  installed: {
    method: 'GET',
    path: '/api/citation/installed_styles',
    access: 'user',
    summary: 'Style files that the caller may use: those for everyone, and their own',
    input: noInput,
    output: z.object({ list: z.array(installedStyle) }),
    extra: true,
  },
  install: {
    method: 'POST',
    path: '/api/citation/installed_styles',
    access: 'user',
    summary:
      'Installs a CSL style for oneself, or as an operator for everyone; a file of the same style replaces it',
    input: z.object({ xml: styleFile, shared: flag.default(false) }),
    output: installedStyle,
    body_limit: 5 * MAX_STYLE_FILE_CHARS,
    extra: true,
  },
  remove: {
    method: 'DELETE',
    path: '/api/citation/installed_styles/{id}',
    access: 'user',
    summary: 'Removes an installed style: one of one’s own, or as an operator one for everyone',
    input: z.object({ id }),
    output: noOutput,
    extra: true,
  },
  sample: {
    method: 'POST',
    path: '/api/citation/installed_styles/sample',
    access: 'user',
    expensive: true,
    summary: 'Six sample entries and citations in a style, installed (`id`) or not yet (`xml`)',
    input: z
      .object({ id: id.optional(), xml: styleFile.optional() })
      .refine((input) => input.id ?? input.xml, { path: ['id'], message: '请选择一种格式，或选择样式文件' }),
    output: z.object({
      name: z.string(),
      system: installedStyle.shape.system,
      /** How a text cites each of the samples. */
      citations: z.array(z.string()),
      entries: z.array(z.string()),
    }),
    body_limit: 5 * MAX_STYLE_FILE_CHARS,
    extra: true,
  },
} satisfies Endpoints
