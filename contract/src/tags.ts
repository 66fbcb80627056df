import { z } from 'zod'
import { tag } from './dataset-shapes.ts'
import { documentWithPaper } from './document.ts'
import type { Endpoints } from './endpoint.ts'
import { id, listOf, noOutput, optionalText, pagedInput, pageOf } from './shapes.ts'
import { tagNameRule } from './text-rules.ts'

/** The name of a tag; the rule's message says in Chinese what is wrong with it. */
const tagName = z
  .string()
  .trim()
  .superRefine((text, ctx) => {
    const message = tagNameRule(text)
    if (message) ctx.addIssue({ code: 'custom', message })
  })

/** A document and the tag that is put on it or taken off. */
const documentTag = z.object({ document_id: id, tag_id: id })

/** Input of the calls that list documents for pickers: those of the given ids and folders, with the words. */
const documentsInput = pagedInput({
  file_ids: listOf(id, 200),
  folder_ids: listOf(id, 200),
  keyword: optionalText(200),
})
/** A page of documents, each with the name of its dataset. */
const documentsOutput = pageOf(documentWithPaper.extend({ dataset_name: z.string() }))

/**
 * Calls about the tags of a dataset, and about its documents for pickers and copying. For the flags of a call see
 * `Endpoint`.
 */
export const tagsApi = {
  tags: {
    method: 'GET',
    path: '/api/project_dataset/tag_opreate',
    access: 'user',
    summary: 'The tags of a dataset',
    input: z.object({ dataset_id: id }),
    output: z.array(tag),
  },
  saveTag: {
    method: 'POST',
    path: '/api/project_dataset/tag_opreate',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Makes a tag, or changes the one that `id` names',
    input: z.object({
      dataset_id: id,
      id: id.optional(),
      name: tagName,
      group_name: optionalText(30),
      colour: z.enum(['purple', 'blue', 'green', 'orange', 'red', 'grey']).nullable().default(null),
    }),
    output: tag,
    creates: true,
  },
  removeTags: {
    method: 'DELETE',
    path: '/api/project_dataset/tag_opreate',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Deletes tags; documents lose them',
    input: z.object({ dataset_id: id, tag_ids: z.array(id).min(1).max(200) }),
    output: noOutput,
  },
  mergeTags: {
    method: 'POST',
    path: '/api/project_dataset/tag_merge',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Makes several tags one: documents that carry any of them carry the last, the others go',
    input: z.object({ dataset_id: id, tag_ids: z.array(id).min(1).max(200), into_id: id }),
    output: tag,
    extra: true,
  },
  tagGroups: {
    method: 'GET',
    path: '/api/project_dataset/document/tag_groups/{dataset_id}',
    access: 'user',
    summary: 'Tags in their groups, counted in folders with what is below them',
    input: z.object({ dataset_id: id, folder_ids: listOf(id, 200) }),
    output: z.array(z.object({ group_name: z.string().nullable(), tags: z.array(tag) })),
  },
  addTag: {
    method: 'GET',
    path: '/api/project_dataset/document/add_tag',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Puts a tag on a document; one that is on it stays',
    input: documentTag,
    output: noOutput,
    writes: true,
  },
  removeTag: {
    method: 'GET',
    path: '/api/project_dataset/document/remove_tag',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Takes a tag off a document',
    input: documentTag,
    output: noOutput,
    writes: true,
  },
  tagDocuments: {
    method: 'POST',
    path: '/api/dataset/{dataset_id}/document/tags',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Puts tags on many documents and takes others off, all or none',
    input: z.object({
      dataset_id: id,
      document_ids: z.array(id).min(1).max(500),
      add: z.array(id).max(50).default([]),
      remove: z.array(id).max(50).default([]),
    }),
    output: noOutput,
    extra: true,
  },
  copyDocuments: {
    method: 'POST',
    path: '/api/dataset/document/batch_copy',
    access: 'user',
    summary: 'Copies documents into datasets and folders; what is already there is skipped and reported',
    input: z.object({
      document_ids: z.array(id).min(1).max(500),
      targets: z
        .array(z.object({ dataset_id: id, folder_id: z.preprocess((value) => value || null, id.nullable()) }))
        .min(1)
        .max(20),
    }),
    output: z.object({ added: z.number().int(), skipped: z.array(id) }),
  },
  projectDocuments: {
    method: 'GET',
    path: '/api/project_dataset/files',
    access: 'user',
    summary: "Documents of the caller's projects for pickers, by id, folder or words",
    input: documentsInput,
    output: documentsOutput,
  },
  folderDocuments: {
    method: 'GET',
    path: '/api/dataset/document/folder_files',
    access: 'user',
    summary: 'Documents in folders and those below them, for pickers',
    input: documentsInput,
    output: documentsOutput,
  },
  documentsForPickers: {
    method: 'GET',
    path: '/api/folder/files',
    access: 'user',
    summary: 'Documents of all datasets that the caller may read, for pickers',
    input: documentsInput,
    output: documentsOutput,
  },
} satisfies Endpoints
