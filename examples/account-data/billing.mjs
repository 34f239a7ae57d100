/** What a backend does with a key of the scopes users:read, data:read and data:write. */
export function billing({ url, key }) {
  const ask = async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const found = await answer.json()
    if (!answer.ok) throw Object.assign(new Error(found.message), { code: found.error })
    return found
  }

  return {
    /** The account of a customer, by a field that is searchable. */
    async find(customerId) {
      const { users } = await ask('GET', `/admin/users?${new URLSearchParams({ 'data.customerId': customerId })}`)
      return users[0]
    },

    /** Fields that are not named stay as they are. */
    write: (id, data) => ask('PATCH', `/admin/users/${id}/data`, { data }),

    /** Reads, decides and writes: where somebody has written in between, it begins again. */
    async change(id, decide) {
      for (;;) {
        const { data, updatedAt } = await ask('GET', `/admin/users/${id}/data`)
        try {
          return await ask('PATCH', `/admin/users/${id}/data`, { data: decide(data), ifUpdatedAt: updatedAt })
        } catch (error) {
          if (error.code !== 'data_changed') throw error
        }
      }
    },
  }
}
