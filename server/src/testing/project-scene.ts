import { api } from '@scinav/contract'
import { testApp } from './test-app.ts'

type Options = Parameters<typeof testApp>[0]

/** Creates Ada's project with a user of each role, and Eve, who is not a member. */
export async function projectScene(options?: Options) {
  const app = await testApp(options)
  // The first account is the operator and belongs to no project here.
  await app.signUp('Root')
  const [owner, manager, member, viewer, stranger] = [
    await app.signUp('Ada'),
    await app.signUp('Max'),
    await app.signUp('Mei'),
    await app.signUp('Vera'),
    await app.signUp('Eve'),
  ]
  const { id: project_id } = await owner.call(api.projects.add, { name: '固态电池' })
  const add = (user_id: string, role: number) =>
    owner.call(api.projects.addMembers, { project_id, user_ids: [user_id], role })
  await add(manager.id, 2)
  await add(member.id, 3)
  await add(viewer.id, 4)
  return { app, project_id, owner, manager, member, viewer, stranger }
}
