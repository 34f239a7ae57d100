// Generated from the service's table of routes. `npm run fix` writes it anew.
import type { User } from './routes.ts'

/** The bodies of webhooks without their type. */
export interface WebhookBodies {
  /** Asked of `REGISTRATION_HOOK_URL` before an account is made: answer 200 with `{"allow": true}` or `{"allow": false}`. */
  'registration.asked': {
    /** When it was asked. ISO 8601, in UTC. */
    timestamp: string
    /** Who wants an account. */
    data: {
      /** The address that the account is for, in lower case. */
      email: string
      /** Whether a mailed code, an invite or a provider has proved the address. */
      isEmailVerified: boolean
      /** The name that other people will see. */
      name: string
      /** How the newcomer comes: by password, by a provider, by an invite, or by a mailed code. */
      method: 'password' | 'provider' | 'invite' | 'mailbox'
      /** The provider, where it is one. */
      provider: string | null
      /** What the newcomer has answered, by field. */
      data: { readonly [name: string]: string | number | boolean | readonly (string)[] | null }
    }
  }
  /** Somebody has an account. */
  'user.created': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
    }
  }
  /** The name or a declared field of an account has changed. */
  'user.updated': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
      /** What has changed: `name`, or `data.` and the name of a declared field. */
      changed: readonly (string)[]
    }
  }
  /** An account has another address. */
  'user.email_changed': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
    }
  }
  /** The address of an account was verified. */
  'user.email_verified': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
    }
  }
  /** An account may do more or less of what administrators do. */
  'user.role_changed': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
    }
  }
  /** An account was banned. */
  'user.banned': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
    }
  }
  /** An account is banned no longer. */
  'user.unbanned': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
    }
  }
  /** An account was deleted. */
  'user.deleted': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
    }
  }
  /** Accounts were imported. No other message tells of them. */
  'user.imported': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** How many were made. */
      created: number
      /** How many were there, and know now where they came from. */
      linked: number
    }
  }
  /** Somebody has signed in. */
  'session.created': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
      /** The session; absent where several ended together. */
      sessionId?: string | undefined
    }
  }
  /** A session has ended before its time, or several together. */
  'session.ended': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
      /** The session; absent where several ended together. */
      sessionId?: string | undefined
      /** Why: `signed_out`, `password_changed`, `banned` and others. */
      reason: string | null
      /** How many; null for all of the account. */
      sessions: number | null
    }
  }
  /** Somebody could not sign in. Alike failures within a minute are one. */
  'sign_in.failed': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The account. */
      userId?: string | undefined
      /** The account as it is when this is sent; null once it is gone. */
      user?: User | null | undefined
    }
  }
  /** An account has another password, or a first one. */
  'password.changed': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
    }
  }
  /** The password was set anew with a mailed code. */
  'password.reset': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
    }
  }
  /** An account has one more second factor. */
  'factor.added': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
      /** Which second factor. `recovery` are recovery codes; `all`: an administrator has removed them. */
      factor: 'totp' | 'passkey' | 'recovery' | 'email' | 'all'
    }
  }
  /** An account has a second factor no longer. */
  'factor.removed': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
      /** Which second factor. `recovery` are recovery codes; `all`: an administrator has removed them. */
      factor: 'totp' | 'passkey' | 'recovery' | 'email' | 'all'
    }
  }
  /** A provider opens an account. */
  'identity.linked': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
      /** The provider. */
      provider: string | null
    }
  }
  /** A provider opens an account no longer. */
  'identity.unlinked': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
      /** The provider. */
      provider: string | null
    }
  }
  /** Somebody was invited. */
  'invite.created': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The invite. */
      inviteId: string | null
      /** The account. */
      userId?: string | undefined
      /** The account as it is when this is sent; null once it is gone. */
      user?: User | null | undefined
      /** The organisation. */
      organisationId?: string | undefined
      /** The organisation as it is when this is sent; null once it is gone. */
      organisation?: {
        /** The organisation. */
        id: string
        /** Its short name, for addresses. */
        slug: string
        /** What it is called. */
        name: string
      } | null | undefined
    }
  }
  /** An invite was accepted. */
  'invite.accepted': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The invite. */
      inviteId: string | null
      /** The account. */
      userId?: string | undefined
      /** The account as it is when this is sent; null once it is gone. */
      user?: User | null | undefined
      /** The organisation. */
      organisationId?: string | undefined
      /** The organisation as it is when this is sent; null once it is gone. */
      organisation?: {
        /** The organisation. */
        id: string
        /** Its short name, for addresses. */
        slug: string
        /** What it is called. */
        name: string
      } | null | undefined
    }
  }
  /** An invite was withdrawn, or declined. */
  'invite.revoked': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The invite. */
      inviteId: string | null
      /** The account. */
      userId?: string | undefined
      /** The account as it is when this is sent; null once it is gone. */
      user?: User | null | undefined
      /** The organisation. */
      organisationId?: string | undefined
      /** The organisation as it is when this is sent; null once it is gone. */
      organisation?: {
        /** The organisation. */
        id: string
        /** Its short name, for addresses. */
        slug: string
        /** What it is called. */
        name: string
      } | null | undefined
    }
  }
  /** There is one more organisation. */
  'org.created': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The organisation. */
      organisationId: string
      /** The organisation as it is when this is sent; null once it is gone. */
      organisation: {
        /** The organisation. */
        id: string
        /** Its short name, for addresses. */
        slug: string
        /** What it is called. */
        name: string
      } | null
      /** The account. */
      userId?: string | undefined
      /** The account as it is when this is sent; null once it is gone. */
      user?: User | null | undefined
    }
  }
  /** The name or a declared field of an organisation has changed. */
  'org.updated': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The organisation. */
      organisationId: string
      /** The organisation as it is when this is sent; null once it is gone. */
      organisation: {
        /** The organisation. */
        id: string
        /** Its short name, for addresses. */
        slug: string
        /** What it is called. */
        name: string
      } | null
      /** The account. */
      userId?: string | undefined
      /** The account as it is when this is sent; null once it is gone. */
      user?: User | null | undefined
      /** What has changed: `name`, or `data.` and the name of a declared field. */
      changed: readonly (string)[]
    }
  }
  /** An organisation was deleted. */
  'org.deleted': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The organisation. */
      organisationId: string
      /** The organisation as it is when this is sent; null once it is gone. */
      organisation: {
        /** The organisation. */
        id: string
        /** Its short name, for addresses. */
        slug: string
        /** What it is called. */
        name: string
      } | null
      /** The account. */
      userId?: string | undefined
      /** The account as it is when this is sent; null once it is gone. */
      user?: User | null | undefined
    }
  }
  /** An organisation has one more member. */
  'org.member_added': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The organisation. */
      organisationId: string
      /** The organisation as it is when this is sent; null once it is gone. */
      organisation: {
        /** The organisation. */
        id: string
        /** Its short name, for addresses. */
        slug: string
        /** What it is called. */
        name: string
      } | null
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
      /** What the member may do from now on. */
      role: string | null
    }
  }
  /** A member has left an organisation, or was removed. */
  'org.member_removed': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The organisation. */
      organisationId: string
      /** The organisation as it is when this is sent; null once it is gone. */
      organisation: {
        /** The organisation. */
        id: string
        /** Its short name, for addresses. */
        slug: string
        /** What it is called. */
        name: string
      } | null
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
      /** What the member may do from now on. */
      role: string | null
    }
  }
  /** A member may do more or less in an organisation. */
  'org.member_role_changed': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** The organisation. */
      organisationId: string
      /** The organisation as it is when this is sent; null once it is gone. */
      organisation: {
        /** The organisation. */
        id: string
        /** Its short name, for addresses. */
        slug: string
        /** What it is called. */
        name: string
      } | null
      /** The account. */
      userId: string
      /** The account as it is when this is sent; null once it is gone. */
      user: User | null
      /** What the member may do from now on. */
      role: string | null
    }
  }
  /** The audit log has said how far it is. */
  'audit.checkpoint': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** Its number in the log: what has a lower one happened before. */
    sequence: number
    /** What it is about. */
    data: {
      /** How many events have a number. */
      size: number
      /** The signed note, to be kept where nobody who writes the database comes. */
      note: string
    }
  }
  /** An administrator tries whether this arrives. */
  'webhook.test': {
    /** When it has happened. ISO 8601, in UTC. */
    timestamp: string
    /** It is not of the log. */
    sequence: null
    /** What it is about. */
    data: {}
  }
}
