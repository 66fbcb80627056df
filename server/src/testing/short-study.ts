import type { Block } from '@scinav/documents'
import { heading, line } from './documents.ts'

/** A text of two pages in which one sentence occurs twice. */
export const shortStudy: Block[] = [
  heading('1 Introduction'),
  line('Reading takes time.', 1, 100),
  line('Machines read faster, but understand less.', 1, 140),
  heading('2 Method', 2),
  line('We compare both. Reading takes time.', 2, 100),
]
