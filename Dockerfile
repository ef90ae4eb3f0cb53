# varlab as one static file in an otherwise empty image:
#   docker build --tag varlab .
#   docker run --rm --volume "$PWD:/work" --user "$(id -u):$(id -g)" varlab compare
# The build context holds .git, from which the program knows its commit.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN sh .ci/build /varlab

FROM scratch
COPY --from=build /varlab /bin/varlab
ENV PATH=/bin
WORKDIR /work
ENTRYPOINT ["/bin/varlab"]
