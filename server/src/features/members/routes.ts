import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { RouteContext } from '../../platform/context.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import { EMAIL_CHARACTERS_MAX, isEmailAddress } from '../../platform/http/email-address.ts'
import { listRoute } from '../../platform/http/list-route.ts'
import type { LinkBase } from '../../platform/http/own-address.ts'
import type { App } from '../../platform/http/route.ts'
import { Choice, Id, IdParams, Nullable, LineText, RequiredText, Time } from '../../platform/http/schemas.ts'
import type { FastifyRequest } from 'fastify'
import { invitationPath, addMember, changeMember, inviteMember, memberView, NO_LINK, removeMember } from './members.ts'
import type { Invitation, AddedMember, ChangedMember, MemberChanger } from './members.ts'
import { findMember, listMembers } from './queries.ts'
import { MEMBER_ROLES } from '../../core/accounts/role-names.ts'
import { atTop, passwordBody, passwordField } from '../../core/accounts/password-again.ts'
import { limitReached } from '../../core/accounts/quotas.ts'
import { MEMBER_NAME_CHARACTERS_MAX } from '../sign-in/people.ts'

const Member = Type.Object({
  id: Id,
  email: Type.String({ examples: ['ada@example.com'] }),
  name: Nullable(Type.String({ examples: ['Ada'] })),
  role: Choice(MEMBER_ROLES, {
    description:
      '`viewer` can read. `developer` can also write, except members, API keys and limits. `owner` can do everything',
  }),
  active: Type.Boolean({ description: 'true if the member has accepted the invitation and can sign in' }),
  invited_until: Nullable(Time),
  created_at: Time,
})
const OneMember = Type.Object({ member: Member })
const MemberWithInvitation = Type.Object({
  member: Member,
  invitation: Type.Object({
    url: Nullable(
      Type.String({
        description: `Shown only once. Everyone with this link can sign in as the member. null: ${NO_LINK}, then append the path`,
      }),
    ),
    path: Type.String({
      description: 'The path of the page to accept the invitation, after the address of the service',
    }),
    token: Type.String({ description: 'The token for `POST /api/v1/invitations/accept`' }),
    expires_at: Time,
  }),
})

const name = Type.Optional(Nullable(LineText(MEMBER_NAME_CHARACTERS_MAX, { examples: ['Ada'] })))
const newMemberBody = rootBody(
  'member',
  Type.Object({
    email: RequiredText(EMAIL_CHARACTERS_MAX, { examples: ['ada@example.com'] }),
    name,
    role: Choice(MEMBER_ROLES),
  }),
  passwordField,
)
const memberBody = rootBody('member', Type.Object({ name, role: Type.Optional(Choice(MEMBER_ROLES)) }), passwordField)

/** Changes of members give access to the account, so the caller must repeat the password. */
const config = { passwordAgain: atTop }
const tags = ['Members']

function changerOf({ caller, ip }: FastifyRequest): MemberChanger {
  return { bucket: caller.bucket, accountId: caller.accountId, actor: caller.actor, origin: ip }
}

function refusalOf(added: Extract<AddedMember, { ok: false }>, membersMax: number): ApiError {
  if (added.reason === 'email_taken') return new ApiError(added.reason, { path: { id: added.byId } })
  return limitReached('members', membersMax, 'remove one first, with DELETE /api/v1/members/{id}')
}

/** Throws 404 if the account has no member with the id in the path. */
async function findOrThrow(request: FastifyRequest): Promise<void> {
  const { pool } = request
  const { caller, params } = request
  const [found] = await findMember(pool, caller.bucket, caller.accountId, (params as { id: number }).id)
  if (found === undefined) throw new ApiError('not_found')
}

function memberOf(changed: ChangedMember): Extract<ChangedMember, { ok: true }>['member'] {
  if (!changed.ok) throw new ApiError(changed.reason)
  return changed.member
}

function invitationView(invitation: Invitation, base: string | null) {
  const { token, expiresAt } = invitation
  const path = invitationPath(invitation)
  return { url: base === null ? null : `${base}${path}`, path, token, expires_at: isoTime(expiresAt) }
}

/** Routes of the account's members. Only owners may use them. */
export function memberRoutes(app: App, context: RouteContext, linkBase: LinkBase): void {
  readRoutes(app)
  inviteRoutes(app, context, linkBase)
  changeRoutes(app, context)
}

function readRoutes(app: App): void {
  listRoute(app, {
    path: '/api/v1/members',
    tags,
    summary: 'List the members, newest first',
    item: Member,
    read: ({ pool, caller }, page) => listMembers(pool, caller.bucket, caller.accountId, ...page),
    view: memberView,
  })

  app.get(
    '/api/v1/members/:id',
    { schema: { tags, summary: 'Show a member', params: IdParams, response: { 200: OneMember } } },
    async ({ pool, caller, params }) => {
      const [row] = await findMember(pool, caller.bucket, caller.accountId, params.id)
      if (row === undefined) throw new ApiError('not_found')
      return { member: memberView(row) }
    },
  )
}

function inviteRoutes(app: App, { config: { accountMembersMax }, clock }: RouteContext, linkBase: LinkBase): void {
  app.post(
    '/api/v1/members',
    {
      config,
      schema: {
        tags,
        summary: 'Add a member; the link of the invitation is shown only once',
        body: newMemberBody.document,
        response: { 201: MemberWithInvitation },
      },
    },
    async (request, reply) => {
      const { email, name = null, role } = readBody(request, newMemberBody)
      if (!isEmailAddress(email)) throw invalid({ email: ['is not an email address'] })
      const added = await addMember(request.write, clock, changerOf(request), { email, name, role }, accountMembersMax)
      if (!added.ok) throw refusalOf(added, accountMembersMax)
      const invitation = invitationView(added.invitation, linkBase())
      void reply.code(201)
      return { member: memberView(added.member), invitation }
    },
  )

  app.post(
    '/api/v1/members/:id/invite',
    {
      config,
      schema: {
        tags,
        summary: 'Create a new invitation for an invited member; the previous invitation ends',
        params: IdParams,
        body: passwordBody.document,
        response: { 201: MemberWithInvitation },
      },
    },
    async (request, reply) => {
      await findOrThrow(request)
      readBody(request, passwordBody)
      const invited = await inviteMember(request.write, clock, changerOf(request), request.params.id)
      if (!invited.ok) throw new ApiError(invited.reason, { path: { id: request.params.id } })
      const invitation = invitationView(invited.invitation, linkBase())
      void reply.code(201)
      return { member: memberView(invited.member), invitation }
    },
  )
}

function changeRoutes(app: App, { clock }: Pick<RouteContext, 'clock'>): void {
  app.patch(
    '/api/v1/members/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Change the role or the name of a member, from the next request on',
        params: IdParams,
        body: memberBody.document,
        response: { 200: OneMember },
      },
    },
    async (request) => {
      const { id } = request.params
      await findOrThrow(request)
      const change = readBody(request, memberBody)
      return { member: memberView(memberOf(await changeMember(request.write, clock, changerOf(request), id, change))) }
    },
  )

  app.delete(
    '/api/v1/members/:id',
    {
      config,
      schema: {
        tags,
        summary: "Remove a member and end the member's sessions",
        params: IdParams,
        body: passwordBody.document,
      },
    },
    async (request, reply) => {
      await findOrThrow(request)
      readBody(request, passwordBody)
      memberOf(await removeMember(request.write, clock, changerOf(request), request.params.id))
      return reply.code(204).send()
    },
  )
}
