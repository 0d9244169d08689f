module github.com/speedmatrix/speedmatrix

go 1.26
