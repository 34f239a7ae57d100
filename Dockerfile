# Small, without root, and with nothing in it that a running service does not need.
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json tsconfig.json ./
COPY packages/server/package.json packages/server/
COPY packages/client/package.json packages/client/
RUN npm ci --ignore-scripts
COPY packages/server packages/server
RUN npm run build:server
RUN npm prune --omit=dev --ignore-scripts

FROM node:22-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /src/node_modules node_modules
COPY --from=build /src/packages/server/package.json packages/server/package.json
COPY --from=build /src/packages/server/bin packages/server/bin
COPY --from=build /src/packages/server/dist packages/server/dist
COPY --from=build /src/packages/server/assets packages/server/assets
COPY --from=build /src/packages/server/templates packages/server/templates
RUN ln -s /app/packages/server/bin/latchkey.js /usr/local/bin/latchkey && install -d -o node -g node -m 700 /state/data
USER node
# The default database is ./data/latchkey.db.
WORKDIR /state
VOLUME /state/data
EXPOSE 3000
# Readiness, so that a process that is stopping gets no new work.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.LATCHKEY_PORT || process.env.PORT || 3000) + '/readyz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["latchkey", "start"]
