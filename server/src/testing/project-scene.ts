import { api } from '@scinav/contract'
import { testApp } from './test-app.ts'

type Options = Parameters<typeof testApp>[0]

/** Ada's project with somebody of each role, and Eve, who is in none. */
export async function projectScene(options?: Options) {
  const app = await testApp(options)
  // The first account operates the installation, and is in no project here.
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
