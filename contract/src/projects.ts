import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { id, noInput, noOutput, optionalText, pagedInput, pageOf, time, wholeNumber } from './shapes.ts'
import { projectNameRule } from './text-rules.ts'

/** 1 owner, 2 manager, 3 member, 4 viewer. */
const role = z.number().int().min(1).max(4)

/** The actions that a role permits in addition to reading. */
const projectPermissions = [
  'add_documents',
  'edit_own_documents',
  'tag_documents',
  'edit_documents',
  'edit_datasets',
  'edit_project',
  'manage_members',
  'name_managers',
  'hand_over',
  'delete_project',
] as const

/** A user as other users see them. */
const person = z.object({
  user_id: id,
  nick_name: z.string(),
  account: z.string(),
  avatar_url: z.string().nullable(),
})

/** A project as the caller sees it. */
const project = z.object({
  id,
  name: z.string(),
  description: z.string(),
  owners: z.array(person),
  my_role: role,
  member_count: z.number().int(),
  dataset_count: z.number().int(),
  created_at: time,
  updated_at: time,
})

/** A person in a project. */
const member = person.extend({ role, joined_at: time })

/** The name of a project; the rule's message says in Chinese what is wrong with it. */
const projectName = z
  .string()
  .trim()
  .superRefine((text, ctx) => {
    const message = projectNameRule(text)
    if (message) ctx.addIssue({ code: 'custom', message })
  })

const description = z.string().trim().max(500)
const keyword = optionalText(100)
/** The screen that makes these calls; see `Endpoint.menu`. */
const menu = '/project'

/** Calls about projects and their members. For the flags of a call see `Endpoint`. */
export const projectsApi = {
  mine: {
    method: 'GET',
    path: '/api/project/my_project_list/{page_num}/{page_size}',
    access: 'user',
    menu,
    summary: 'Projects that the caller owns, the last changed first',
    input: pagedInput({ keyword }),
    output: pageOf(project),
  },
  joined: {
    method: 'GET',
    path: '/api/project/join_project_list/{page_num}/{page_size}',
    access: 'user',
    menu,
    summary: 'Projects of others that the caller is a member of',
    input: pagedInput({ keyword }),
    output: pageOf(project),
  },
  role: {
    method: 'GET',
    path: '/api/project/role/{project_id}',
    access: 'user',
    summary: "The caller's role in a project, and what it lets them do",
    input: z.object({ project_id: id }),
    output: z.object({ role, permissions: z.array(z.enum(projectPermissions)) }),
  },
  one: {
    method: 'GET',
    path: '/api/project/info/{project_id}',
    access: 'user',
    menu,
    summary: 'One project',
    input: z.object({ project_id: id }),
    output: project,
    extra: true,
  },
  add: {
    method: 'POST',
    path: '/api/project/add',
    access: 'user',
    menu,
    summary: 'A new project, owned by the caller',
    input: z.object({ name: projectName, description: description.default('') }),
    output: project,
    creates: true,
  },
  update: {
    method: 'POST',
    path: '/api/project/update',
    access: 'user',
    menu,
    summary: 'Renames or describes a project',
    input: z.object({ project_id: id, name: projectName.optional(), description: description.optional() }),
    output: project,
  },
  remove: {
    method: 'DELETE',
    path: '/api/project/delete/{project_id}',
    access: 'user',
    menu,
    summary: 'Puts a project with its datasets into the bin for 30 days; its name has to be typed',
    input: z.object({ project_id: id, confirm_name: z.string().trim() }),
    output: noOutput,
  },
  bin: {
    method: 'GET',
    path: '/api/project/bin',
    access: 'user',
    menu,
    summary: 'Deleted projects that their owner can still bring back',
    input: noInput,
    output: z.array(project.extend({ deleted_at: time })),
    extra: true,
  },
  restore: {
    method: 'POST',
    path: '/api/project/restore',
    access: 'user',
    menu,
    summary: 'Brings a deleted project back, with its datasets and members',
    input: z.object({ project_id: id }),
    output: project,
    extra: true,
  },
  members: {
    method: 'GET',
    path: '/api/project/member_list/{project_id}/{page_num}/{page_size}',
    access: 'user',
    menu,
    summary: 'Members of a project, owners first',
    input: pagedInput({ project_id: id, nick_name: optionalText(40) }),
    output: pageOf(member),
  },
  addMembers: {
    method: 'POST',
    path: '/api/project/add_member',
    access: 'user',
    menu,
    summary: 'Takes people into a project; those who are in it stay as they are',
    input: z.object({
      project_id: id,
      user_ids: z.array(id).min(1).max(50),
      role: wholeNumber(2, 4).default(3),
    }),
    output: z.object({ added: z.number().int(), already: z.array(id) }),
  },
  assignRole: {
    method: 'POST',
    path: '/api/project/assign_role',
    access: 'user',
    menu,
    summary: 'Gives a member another role',
    input: z.object({ project_id: id, user_id: id, role: wholeNumber(1, 4) }),
    output: member,
  },
  removeMembers: {
    method: 'POST',
    path: '/api/project/delete_member',
    access: 'user',
    menu,
    summary: 'Takes members out of a project, all or none; oneself: leaves it',
    input: z.object({ project_id: id, user_ids: z.array(id).min(1).max(50) }),
    output: noOutput,
  },
  handOver: {
    method: 'POST',
    path: '/api/project/hand_over',
    access: 'user',
    menu,
    summary: 'Makes a member an owner and the caller a manager',
    input: z.object({ project_id: id, user_id: id }),
    output: member,
    extra: true,
  },
  findUsers: {
    method: 'GET',
    path: '/api/project/all_user',
    access: 'user',
    menu,
    summary: 'People to take into a project; never their e-mail or phone',
    input: z.object({ project_id: id, keyword: z.string().trim().min(2, '请至少输入两个字').max(40) }),
    output: z.array(person.extend({ organization: z.string().nullable() })),
  },
  joinedAll: {
    method: 'GET',
    path: '/api/project/listUserJoin',
    access: 'user',
    summary: 'All projects that the caller belongs to, for pickers',
    input: noInput,
    output: z.array(z.object({ id, name: z.string(), my_role: role })),
  },
  isManager: {
    method: 'GET',
    path: '/api/project/isManager/{project_id}',
    access: 'user',
    summary: 'Whether the caller is an owner or a manager',
    input: z.object({ project_id: id }),
    output: z.boolean(),
  },
} satisfies Endpoints

/**
 * Calls about the files of a project; answered by datasets, which hold them. For the flags of a call see `Endpoint`.
 */
export const projectFilesApi = {
  files: {
    method: 'GET',
    path: '/api/project/files',
    access: 'user',
    summary: "Files across a project's datasets, the newest first",
    input: pagedInput({ project_id: id, keyword }),
    output: pageOf(
      z.object({
        document_id: id,
        file_id: id.nullable(),
        dataset_id: id,
        dataset_name: z.string(),
        /** The displayed title; `name` is that of the file. */
        title: z.string(),
        name: z.string(),
        mime: z.string().nullable(),
        size_bytes: z.number().int(),
        created_at: time,
      }),
    ),
  },
} satisfies Endpoints
