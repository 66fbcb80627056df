import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { sendCode } from './code.service.ts'
import { setContact } from './contact.service.ts'
import { readExport, startExport } from './export.service.ts'
import { defaultMenu, logo, stoppedMenus } from './menu.service.ts'
import {
  changePassword,
  currentUser,
  removeAccount,
  restoreAccount,
  updateProfile,
} from './profile.service.ts'
import { register, resetPassword } from './register.service.ts'
import { endSession, listSessions, login, logout } from './session.service.ts'
import { readSetting, saveSetting } from './setting.service.ts'
import { listSignOns, unlinkSignOn } from './sign-on.service.ts'
import { linkSignOn } from './sso.service.ts'

export const userRoutes = implement(api.user, {
  logo,
  current: currentUser,
  logout,
  sendCode,
  register,
  resetPassword,
  login,
  menu: defaultMenu,
  stoppedMenus,
  saveSetting,
  setting: readSetting,
  updateProfile,
  setContact,
  changePassword,
  sessions: listSessions,
  endSession,
  signOns: listSignOns,
  linkSignOn,
  unlinkSignOn,
  exportData: startExport,
  exportFile: readExport,
  remove: removeAccount,
  restore: restoreAccount,
})
